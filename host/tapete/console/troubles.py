"""Everything that can be wrong between host and console: what happened and what to do next, in both languages.

Said once, here: `tapete console doctor`, the events of `Console` and the pages use these sentences, and docs/troubleshooting.md has one
section for each code (a test compares the two).
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from tapete.core.texts import Sentence, Text

Weight = Literal["good", "note", "warning", "fault"]


class Finding(Struct, frozen=True):
    """One trouble (or a good result) that was found, with its figures; `fault_es` is what `fault` is in the Spanish sentence."""

    code: str
    params: dict[str, str | int] = {}

    @property
    def weight(self) -> Weight:
        """How much it matters: a fault stops the console from working, a warning will some day."""
        return TROUBLES[self.code].weight

    @property
    def what(self) -> Text:
        """What happened."""
        return self._filled(TROUBLES[self.code].what)

    @property
    def next(self) -> Text:
        """What to do next."""
        return self._filled(TROUBLES[self.code].next)

    def _filled(self, sentence: Sentence) -> Text:
        spanish = {name.removesuffix("_es"): value for name, value in self.params.items() if name.endswith("_es")}
        return Text(es=sentence.es.format(**{**self.params, **spanish}), en=sentence.en.format(**self.params))


class Trouble(Struct, frozen=True):
    """A trouble as such: its weight, what it is and what to do."""

    weight: Weight
    what: Sentence
    next: Sentence


TROUBLES: dict[str, Trouble] = {
    "no_console": Trouble(
        "fault",
        Sentence("No se ve ninguna consola.", "No console is to be seen."),
        Sentence(
            "Comprueba que el cable USB lleve datos (los hay que solo cargan), prueba otro puerto y mira si se enciende algún píxel. "
            "Una Pico nueva necesita CircuitPython y luego `tapete console copy-firmware`. Sin consola: `tapete console simulate`.",
            "Check that the USB cable carries data (some only charge), try another port and see whether any pixel lights up. A new "
            "Pico needs CircuitPython and then `tapete console copy-firmware`. Without a console: `tapete console simulate`.",
        ),
    ),
    "only_prompt": Trouble(
        "fault",
        Sentence(
            "Hay una placa con CircuitPython en {port}, pero le falta el canal de datos.",
            "There is a board with CircuitPython at {port}, but it has no data channel.",
        ),
        Sentence(
            "Copia el firmware con `tapete console copy-firmware` y desenchufa y vuelve a enchufar la placa: boot.py solo actúa al "
            "encenderla.",
            "Copy the firmware with `tapete console copy-firmware`, then unplug the board and plug it in again: boot.py acts at "
            "power-on only.",
        ),
    ),
    "several_consoles": Trouble(
        "note",
        Sentence("Hay {count} consolas; se usa la de {port}.", "There are {count} consoles; the one at {port} is used."),
        Sentence(
            "Para usar otra, escribe su puerto: `tapete console list` los nombra.",
            "To use another one give its port: `tapete console list` names them.",
        ),
    ),
    "port_gone": Trouble(
        "fault",
        Sentence("El puerto {port} no existe ahora.", "The port {port} is not there now."),
        Sentence(
            "Enchufa la consola. Se la reconoce sola cuando vuelve; lo que pulsaste mientras tanto no se pierde.",
            "Plug the console in. It is recognised by itself when it is back; what was pressed meanwhile is not lost.",
        ),
    ),
    "no_permission": Trouble(
        "fault",
        Sentence("No tienes permiso para abrir {port}.", "You have no permission to open {port}."),
        Sentence(
            "En Linux: `sudo usermod -aG {group} $USER` y vuelve a iniciar la sesión. O, para cualquier usuario, guarda esta línea en"
            " /etc/udev/rules.d/70-tapete.rules y vuelve a enchufar la consola: {udev}",
            "On Linux: `sudo usermod -aG {group} $USER`, then log out and in again. Or, for every user, put this line into "
            "/etc/udev/rules.d/70-tapete.rules and plug the console in again: {udev}",
        ),
    ),
    "port_busy": Trouble(
        "fault",
        Sentence("Otro programa tiene abierto {port}.", "Another program has {port} open."),
        Sentence(
            "Cierra el otro Tapete, o el editor o terminal que use ese puerto (Thonny, Mu, screen). Una consola obedece a un solo "
            "programa.",
            "Close the other Tapete, or the editor or terminal that uses this port (Thonny, Mu, screen). A console obeys one program only.",
        ),
    ),
    "port_fails": Trouble(
        "fault",
        Sentence("{port} no se deja abrir: {reason}.", "{port} cannot be opened: {reason}."),
        Sentence(
            "Desenchufa la consola, espera dos segundos y vuelve a enchufarla; si sigue igual, prueba otro puerto USB u otro cable.",
            "Unplug the console, wait two seconds and plug it in again; if that does not help try another USB port or cable.",
        ),
    ),
    "no_answer": Trouble(
        "fault",
        Sentence("{port} se abre, pero nadie responde.", "{port} opens, but nobody answers."),
        Sentence(
            "Puede ser otro aparato, o el firmware está parado. Pulsa RUN o desenchufa y enchufa la consola; si no basta, `tapete "
            "console copy-firmware`.",
            "It may be another device, or the firmware stands still. Press RUN or unplug the console and plug it in; else `tapete "
            "console copy-firmware`.",
        ),
    ),
    "console_older": Trouble(
        "fault",
        Sentence(
            "La consola habla el protocolo {theirs} (firmware {firmware}) y este programa el {ours}.",
            "The console speaks protocol {theirs} (firmware {firmware}), this program {ours}.",
        ),
        Sentence(
            "Actualiza la consola: `tapete console copy-firmware`.",
            "Bring the console up to date: `tapete console copy-firmware`.",
        ),
    ),
    "host_older": Trouble(
        "fault",
        Sentence(
            "La consola habla el protocolo {theirs} (firmware {firmware}), más nuevo que el {ours} de este programa.",
            "The console speaks protocol {theirs} (firmware {firmware}), newer than {ours} of this program.",
        ),
        Sentence(
            "Actualiza este programa: `pip install --upgrade tapete`.",
            "Bring this program up to date: `pip install --upgrade tapete`.",
        ),
    ),
    "firmware_differs": Trouble(
        "note",
        Sentence(
            "La consola lleva el firmware {theirs}; con este programa viene el {ours}.",
            "The console has firmware {theirs}; {ours} comes with this program.",
        ),
        Sentence(
            "Se entienden. Para igualarlos: `tapete console copy-firmware`.",
            "They understand each other. To make them equal: `tapete console copy-firmware`.",
        ),
    ),
    "memory_low": Trouble(
        "warning",
        Sentence("A la consola le quedan solo {free} bytes de memoria.", "The console has only {free} bytes of memory left."),
        Sentence(
            "Reduce píxeles o paneles en settings.toml y reinicia la consola; si la memoria sigue bajando, es un error: envía este "
            "informe.",
            "Have fewer pixels or panels in settings.toml and restart the console; if memory keeps falling it is a bug: send this report.",
        ),
    ),
    "loop_slow": Trouble(
        "warning",
        Sentence("El bucle de la consola llegó a tardar {turn} ms en una vuelta.", "One turn of the console's loop took {turn} ms."),
        Sentence(
            "Por encima de {limit} ms se notan los botones lentos. Quita archivos ajenos de la unidad TAPETE y usa menos píxeles "
            "por panel.",
            "Above {limit} ms buttons feel slow. Take foreign files off the TAPETE drive and use fewer pixels a panel.",
        ),
    ),
    "lines_damaged": Trouble(
        "warning",
        Sentence(
            "Llegaron dañadas {host} líneas a este programa y {console} a la consola.",
            "{host} lines reached this program damaged, {console} the console.",
        ),
        Sentence(
            "No se perdió nada: se repiten. Pero usa un cable más corto o apantallado y aléjalo de la alimentación de los píxeles.",
            "Nothing was lost: they are repeated. But use a shorter or shielded cable, away from the pixels' supply.",
        ),
    ),
    "lines_repeated": Trouble(
        "note",
        Sentence("La consola repitió {resent} mensajes.", "The console repeated {resent} messages."),
        Sentence(
            "Es normal tras desenchufar. Si crece jugando, el ordenador va justo o el cable falla.",
            "Normal after unplugging. If it grows while you play the computer is too busy or the cable is bad.",
        ),
    ),
    "presses_dropped": Trouble(
        "warning",
        Sentence(
            "La consola no aceptó {dropped} pulsaciones: su cola estaba llena.",
            "The console took no notice of {dropped} presses: its queue was full.",
        ),
        Sentence(
            "Un parpadeo rojo lo mostró al pulsar. Pasa si el programa se cuelga con el puerto abierto: ciérralo y vuelve a abrirlo "
            "con `tapete resume`.",
            "A red blink showed it at the press. It happens when the program hangs with the port open: close it and go on with "
            "`tapete resume`.",
        ),
    ),
    "power_limited": Trouble(
        "note",
        Sentence(
            "La consola atenuó {limited} imágenes para no pasar de su límite de corriente.",
            "The console dimmed {limited} pictures to keep its current limit.",
        ),
        Sentence(
            "Con una fuente más fuerte, sube TAPETE_BUDGET_MA en settings.toml; si no, no hay nada que hacer.",
            "With a stronger supply raise TAPETE_BUDGET_MA in settings.toml; else there is nothing to do.",
        ),
    ),
    "started_by_watchdog": Trouble(
        "warning",
        Sentence(
            "La consola se reinició sola: el firmware se había quedado parado.",
            "The console restarted by itself: the firmware had come to a stop.",
        ),
        Sentence(
            "Los votos sellados de entonces se perdieron y se vuelven a pedir. Si se repite, comprueba la alimentación y envía este "
            "informe.",
            "Bids sealed at that time are gone and are asked for again. If it happens again check the supply and send this report.",
        ),
    ),
    "firmware_error": Trouble(
        "warning",
        Sentence(
            "El firmware {firmware} falló: {kind} en {place}. Se reinició solo.",
            "Firmware {firmware} failed: {kind} at {place}. It restarted by itself.",
        ),
        Sentence("Puedes seguir. Envía este informe para que se corrija.", "You can go on. Send this report, so that it can be mended."),
    ),
    "safe_mode": Trouble(
        "fault",
        Sentence(
            "La consola falló {restarts} veces seguidas y ahora solo cuenta y tira dados.",
            "The console failed {restarts} times in a row and now only counts and rolls dice.",
        ),
        Sentence(
            "Desenchúfala y vuelve a enchufarla. Si vuelve a pasar, copia el firmware de nuevo (`tapete console copy-firmware`) y "
            "envía este informe.",
            "Unplug it and plug it in again. If it happens again copy the firmware anew (`tapete console copy-firmware`) and send "
            "this report.",
        ),
    ),
    "dimmed": Trouble(
        "note",
        Sentence(
            "La imagen pide {wanted} mA y se permiten {allowed}: la consola la atenúa.",
            "The picture wants {wanted} mA, {allowed} are allowed: the console dims it.",
        ),
        Sentence(
            "Con una fuente más fuerte, sube TAPETE_BUDGET_MA en settings.toml.",
            "With a stronger supply raise TAPETE_BUDGET_MA in settings.toml.",
        ),
    ),
    "pixels_fail": Trouble(
        "warning",
        Sentence(
            "No se puede escribir en los píxeles de la cadena {chain} ({kind}).",
            "The pixels of chain {chain} cannot be written ({kind}).",
        ),
        Sentence(
            "Los botones siguen funcionando y la página muestra lo que falta. Reinicia la consola; si no se arregla, revisa el cable "
            "de datos de esa cadena.",
            "The buttons go on and the page shows what is missing. Restart the console; if that does not help look at the data wire "
            "of that chain.",
        ),
    ),
    "keys_lost": Trouble(
        "warning",
        Sentence("La consola recibió más pulsaciones de las que pudo leer.", "The console had more presses than it could read."),
        Sentence(
            "Pulsa más despacio y comprueba que ningún botón esté atascado.",
            "Press more slowly, and check that no button is stuck.",
        ),
    ),
    "self_test_done": Trouble(
        "note",
        Sentence("La consola terminó de recorrer sus píxeles.", "The console has walked through its pixels."),
        Sentence(
            "Si faltó alguno, cambia el primero que no se encendió: los de detrás dependen de él.",
            "If one was missing replace the first that stayed dark: those behind depend on it.",
        ),
    ),
    "other_report": Trouble(
        "note",
        Sentence("La consola informa: {code} {words}.", "The console reports: {code} {words}."),
        Sentence(
            "Este programa no conoce ese aviso; si algo va mal, actualízalo.",
            "This program does not know this notice; bring it up to date if something goes wrong.",
        ),
    ),
    "setting_wrong": Trouble(
        "warning",
        Sentence("settings.toml tiene un valor que no sirve: {key}.", "settings.toml has a value that cannot be used: {key}."),
        Sentence(
            "Se usa el de fábrica. Corrígelo en la unidad TAPETE y reinicia la consola.",
            "The default is in use. Correct it on the TAPETE drive and restart the console.",
        ),
    ),
    "budget_too_small": Trouble(
        "warning",
        Sentence(
            "Los píxeles apagados y las pantallas privadas ya gastan {dark} mA de los {budget} permitidos.",
            "Dark pixels and private displays alone take {dark} mA of the {budget} allowed.",
        ),
        Sentence(
            "Usa una fuente más fuerte y sube TAPETE_BUDGET_MA en settings.toml, o quita paneles.",
            "Use a stronger supply and raise TAPETE_BUDGET_MA in settings.toml, or have fewer panels.",
        ),
    ),
    "wiring_wrong": Trouble(
        "fault",
        Sentence(
            "El mapa de pines de la consola no se puede construir: {fault}.",
            "The console's pin map cannot be built: {fault}.",
        ),
        Sentence(
            "Los píxeles quedan apagados y solo responden los botones que tienen su pin para ellos solos. Corrige "
            "lib/tapete_console/pins.py en la unidad TAPETE, o deja el de fábrica con `tapete console copy-firmware`, y reinicia la "
            "consola.",
            "Its pixels stay dark, and only buttons that have their pin for themselves answer. Correct lib/tapete_console/pins.py on the "
            "TAPETE drive, or put the original back with `tapete console copy-firmware`, and restart the console.",
        ),
    ),
    "healthy": Trouble(
        "good",
        Sentence("La consola de {port} está bien.", "The console at {port} is well."),
        Sentence("No hay nada que hacer.", "There is nothing to do."),
    ),
    "dice_even": Trouble(
        "good",
        Sentence(
            "Los dados salen parejos: {rolls} tiradas, chi cuadrado {chi}, p = {p}.",
            "The dice are even: {rolls} throws, chi-square {chi}, p = {p}.",
        ),
        Sentence(
            "No hay nada que hacer.",
            "There is nothing to do.",
        ),
    ),
    "dice_uneven": Trouble(
        "warning",
        Sentence(
            "Los dados no parecen parejos: {rolls} tiradas, chi cuadrado {chi}, p = {p}.",
            "The dice do not look even: {rolls} throws, chi-square {chi}, p = {p}.",
        ),
        Sentence(
            "Repite la prueba: unos dados parejos dan un valor así una vez de cada mil. Si vuelve a salir, envía las cifras y "
            "teclea los dados en la página.",
            "Repeat the test: even dice give such a value once in a thousand. If it comes again send the figures, and type dice in "
            "on the page.",
        ),
    ),
    "no_drive": Trouble(
        "fault",
        Sentence(
            "No se ve ninguna unidad con CircuitPython.",
            "No drive with CircuitPython is to be seen.",
        ),
        Sentence(
            "Enchufa la Pico. Si su unidad está oculta, mantén pulsado LOCK del primer panel al enchufarla. Una Pico nueva: "
            "mantén BOOTSEL al enchufarla y copia en RPI-RP2 la imagen de CircuitPython (circuitpython.org). Si la unidad está en "
            "otro sitio, escribe su carpeta.",
            "Plug the Pico in. If its drive is hidden hold LOCK of the first panel while you plug it in. A new Pico: hold BOOTSEL "
            "while you plug it in and copy the image of CircuitPython (circuitpython.org) onto RPI-RP2. If the drive is elsewhere "
            "give its folder.",
        ),
    ),
    "several_drives": Trouble(
        "fault",
        Sentence(
            "Hay varias unidades con CircuitPython: {drives}.",
            "There are several drives with CircuitPython: {drives}.",
        ),
        Sentence(
            "Escribe la carpeta de la que quieras: `tapete console copy-firmware CARPETA`.",
            "Give the folder of the one you mean: `tapete console copy-firmware FOLDER`.",
        ),
    ),
    "not_circuitpython": Trouble(
        "fault",
        Sentence(
            "En {drive} no hay CircuitPython: falta boot_out.txt.",
            "There is no CircuitPython on {drive}: boot_out.txt is missing.",
        ),
        Sentence(
            "Escribe la carpeta raíz de la unidad CIRCUITPY o TAPETE. Si la Pico acaba de recibir CircuitPython, desenchúfala y "
            "vuelve a enchufarla.",
            "Give the root folder of the drive CIRCUITPY or TAPETE. If the Pico has just been given CircuitPython unplug it and "
            "plug it in again.",
        ),
    ),
    "interpreter_old": Trouble(
        "fault",
        Sentence(
            "La placa lleva CircuitPython {theirs}; hace falta {oldest} o posterior.",
            "The board has CircuitPython {theirs}; {oldest} or newer is needed.",
        ),
        Sentence(
            "Mantén BOOTSEL al enchufar la Pico y copia en RPI-RP2 una imagen más nueva de circuitpython.org; tus archivos se conservan.",
            "Hold BOOTSEL while you plug the Pico in and copy a newer image from circuitpython.org onto RPI-RP2; your files stay.",
        ),
    ),
    "other_board": Trouble(
        "fault",
        Sentence(
            "La unidad es de otra placa: {board}.",
            "The drive belongs to another board: {board}.",
        ),
        Sentence(
            "El firmware es para una Raspberry Pi Pico (o Pico W, Pico 2), cuyas patillas nombra. Enchufa esa placa o escribe la "
            "carpeta de su unidad.",
            "The firmware is for a Raspberry Pi Pico (or Pico W, Pico 2), whose pins it names. Plug that board in or give the "
            "folder of its drive.",
        ),
    ),
    "neopixel_missing": Trouble(
        "fault",
        Sentence(
            "Falta el controlador de píxeles: el paquete adafruit-circuitpython-neopixel.",
            "The pixel driver is missing: the package adafruit-circuitpython-neopixel.",
        ),
        Sentence(
            "Instálalo: `pip install adafruit-circuitpython-neopixel`.",
            "Install it: `pip install adafruit-circuitpython-neopixel`.",
        ),
    ),
    "drive_protected": Trouble(
        "fault",
        Sentence(
            "No se puede escribir en {drive}.",
            "{drive} cannot be written.",
        ),
        Sentence(
            "Mantén pulsado LOCK del primer panel al enchufar la consola y repite. En Linux, comprueba que la unidad esté montada para ti.",
            "Hold LOCK of the first panel while you plug the console in, and repeat. On Linux check that the drive is mounted for you.",
        ),
    ),
    "drive_full": Trouble(
        "fault",
        Sentence(
            "{drive} está llena.",
            "{drive} is full.",
        ),
        Sentence(
            "Borra de la unidad los archivos que no sean de Tapete y repite.",
            "Delete files that are not Tapete's from the drive, and repeat.",
        ),
    ),
    "drive_fails": Trouble(
        "fault",
        Sentence(
            "{drive} falla: {reason}.",
            "{drive} fails: {reason}.",
        ),
        Sentence(
            "Desenchufa la consola, vuelve a enchufarla y repite: lo que ya estaba bien no se copia otra vez.",
            "Unplug the console, plug it in again and repeat: what was right already is not copied again.",
        ),
    ),
    "copy_differs": Trouble(
        "fault",
        Sentence(
            "Al releer {file} salió otra cosa.",
            "Reading {file} back gave something else.",
        ),
        Sentence(
            "Repite la copia. Si vuelve a pasar, guarda settings.toml y borra la unidad: en el puerto de Python, `import storage; "
            "storage.erase_filesystem()`.",
            "Copy again. If it happens again keep settings.toml and erase the drive: at the Python prompt, `import storage; "
            "storage.erase_filesystem()`.",
        ),
    ),
    "firmware_current": Trouble(
        "good",
        Sentence(
            "El firmware de la unidad está al día.",
            "The firmware on the drive is up to date.",
        ),
        Sentence(
            "No hay nada que hacer.",
            "There is nothing to do.",
        ),
    ),
    "firmware_copied": Trouble(
        "good",
        Sentence(
            "Firmware copiado y comprobado: {changed} archivos nuevos o cambiados.",
            "Firmware copied and proved: {changed} files new or changed.",
        ),
        Sentence(
            "Pulsa RUN (o desenchufa y enchufa la consola) para que arranque con él; luego `tapete console doctor`.",
            "Press RUN (or unplug the console and plug it in) so that it starts with it; then `tapete console doctor`.",
        ),
    ),
    "firmware_copied_boot": Trouble(
        "good",
        Sentence(
            "Firmware copiado y comprobado: {changed} archivos nuevos o cambiados, también boot.py.",
            "Firmware copied and proved: {changed} files new or changed, boot.py too.",
        ),
        Sentence(
            "Expulsa la unidad, desenchufa la consola y vuelve a enchufarla: boot.py solo actúa entonces. Luego, `tapete console doctor`.",
            "Eject the drive, unplug the console and plug it in again: boot.py acts only then. Then `tapete console doctor`.",
        ),
    ),
    "match_going_on": Trouble(
        "fault",
        Sentence(
            "La consola de {port} guarda votos de una partida.",
            "The console at {port} holds bids of a match.",
        ),
        Sentence(
            "Termina esa ronda o cierra la partida antes de la prueba: la prueba usa los botones.",
            "Finish that round or close the match before the test: it uses the buttons.",
        ),
    ),
}
"""Every code with its sentences."""

UDEV_RULE = 'SUBSYSTEM=="tty", ATTRS{idVendor}=="239a", ATTRS{idProduct}=="80f4", TAG+="uaccess"'
"""Lets whoever sits at the computer open a Pico with CircuitPython (vendor and product id as measured, docs/build)."""


_FAULTS: tuple[tuple[str, str], ...] = (
    (r"(\d+) panels are wanted, the pin map has pins for (\d+)", "se piden {0} paneles y el mapa alcanza para {1}"),
    (r"panel (\d+) has (\d+) buttons, not 4", "el panel {0} tiene {1} botones y no 4"),
    (r"(.+): GP(\d+) is not on the header", "{0}: GP{1} no está en el conector"),
    (r"(.+): GP(\d+) is reserved", "{0}: GP{1} está reservado"),
    (r"(.+): GP(\d+) is already (.+)", "{0}: GP{1} ya lo usa {2}"),
)
_WIRES: tuple[tuple[str, str], ...] = (
    (r"panel (\d+) button (\d+)", "el panel {0}, botón {1}"),
    (r"panel (\d+) pixels", "el panel {0}, píxeles"),
    (r"bridge", "el puente"),
)
_SUPPLY = re.compile(r"(\d+) mA do not cover (\d+) mA of dark pixels and the private displays")


def _in_spanish(words: str, sentences: tuple[tuple[str, str], ...]) -> str:
    """What `tapete_console.wiring` says, in Spanish; as it is where a newer firmware says more."""
    for pattern, spanish in sentences:
        if (match := re.fullmatch(pattern, words)) is not None:
            return spanish.format(*(_in_spanish(part, _WIRES) for part in match.groups()))
    return words


def wired(fault: str) -> Finding:
    """The finding behind one fault of pin map or supply, in the words of `tapete_console.wiring` (panels and buttons count from 0)."""
    if (supply := _SUPPLY.fullmatch(fault)) is not None:
        return Finding("budget_too_small", {"dark": supply[2], "budget": supply[1]})
    return Finding("wiring_wrong", {"fault": fault, "fault_es": _in_spanish(fault, _FAULTS)})


def reported(code: str, words: tuple[str, ...]) -> Finding:
    """The finding behind a `report` of the console (docs/link.md, section 9)."""
    parts = [*words, "?", "?", "?"]
    match code:
        case "error":
            return Finding("firmware_error", {"kind": parts[0], "place": parts[1], "firmware": parts[2]})
        case "restart":
            return Finding("started_by_watchdog")
        case "safe":
            return Finding("safe_mode", {"restarts": parts[0]})
        case "limited":
            return Finding("dimmed", {"wanted": parts[0], "allowed": parts[1]})
        case "pixels":
            return Finding("pixels_fail", {"chain": parts[0], "kind": parts[1]})
        case "keys":
            return Finding("keys_lost")
        case "selftest":
            return Finding("self_test_done")
        case "wiring":
            return wired(" ".join(words))
        case "setting":
            return Finding("setting_wrong", {"key": parts[0]})
        case "power":
            return Finding("budget_too_small", {"dark": parts[0], "budget": parts[1]})
        case _:
            return Finding("other_report", {"code": code, "words": " ".join(words)})
