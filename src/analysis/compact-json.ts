/** Walks through compact JSON text, as trees keep it, without taking apart what is not asked for. */

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** @returns where the value that begins at `start` ends. Each character is looked at once, and nothing recurses */
function valueEnd(json: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(json, at);
    else if (isOpener(code)) {
      depth++;
      at++;
    } else if (isCloser(code)) {
      depth--;
      at++;
    } else at = otherEnd(json, at);
  } while (depth > 0 && at < json.length);
  return at;
}

/** The member names of an object that begins at `start`, in their quotes, and where the values lie. */
export function* members(
  json: string,
  start: number,
): Generator<{ name: string; start: number; end: number }, void> {
  for (let at = start + 1; json.charCodeAt(at) === QUOTE; ) {
    const nameEnd = stringEnd(json, at);
    const end = valueEnd(json, nameEnd + 1);
    yield { name: json.slice(at, nameEnd), start: nameEnd + 1, end };
    at = json.charCodeAt(end) === COMMA ? end + 1 : end;
  }
}

function stringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return json.length;
}

/** Behind a comma, a colon, a number or a literal. */
function otherEnd(json: string, start: number): number {
  let at = start + 1;
  for (let code = json.charCodeAt(at); isPlain(code); code = json.charCodeAt(at)) at++;
  return at;
}

/** Whether a character can go on a number or a literal. */
function isPlain(code: number): boolean {
  return code > QUOTE && code !== COMMA && code !== 0x3a && !isOpener(code) && !isCloser(code);
}

/** `{` and `[`. */
function isOpener(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

/** `}` and `]`. */
function isCloser(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}
