// The question that the board's page asks now: what is pressed is meant for it, and enters nothing that is asked later.
export const questionNow = () => document.querySelector("#bar [data-question]")?.dataset.question ?? "";
