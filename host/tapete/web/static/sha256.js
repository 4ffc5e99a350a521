// SHA-256 for pages over plain HTTP, where crypto.subtle is not there.
const K = [], H = [];
for (let n = 2; K.length < 64; n++) {
  if ([...Array(n).keys()].some((d) => d > 1 && n % d === 0)) continue;
  const bits = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  if (H.length < 8) H.push(bits(Math.sqrt(n)));
  K.push(bits(Math.cbrt(n)));
}

// SHA-256 (FIPS 180-4) of ASCII text as 64 hexadecimal digits.
export function sha256(text) {
  const octets = [...new TextEncoder().encode(text), 0x80], turn = (x, n) => (x >>> n) | (x << (32 - n));
  const length = octets.length - 1, state = [...H];
  while (octets.length % 64 !== 56) octets.push(0);
  for (let at = 7; at >= 0; at--) octets.push(Math.floor((length * 8) / 2 ** (8 * at)) & 255);
  for (let block = 0; block < octets.length; block += 64) {
    const w = [];
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = (octets[block + 4 * i] << 24) | (octets[block + 4 * i + 1] << 16) | (octets[block + 4 * i + 2] << 8) | octets[block + 4 * i + 3];
      else w[i] = ((turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10)) + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3)) + w[i - 16]) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] + x) | 0;
  }
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
