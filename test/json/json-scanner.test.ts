import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteBuffer } from "../../src/json/byte-buffer.ts";
import { ByteWindow, readFrom } from "../../src/json/byte-window.ts";
import { JsonScanner, JsonSyntaxError } from "../../src/json/json-scanner.ts";

/** Reads one value from bytes that come in parts of the given size, and gives what was copied. */
function copy(text: string | Buffer, partSize = 7): string {
  const bytes = Buffer.from(text as string);
  let position = 0;
  const input = new ByteWindow((target, offset, length) => {
    const count = bytes.copy(target, offset, position, position + Math.min(length, partSize));
    position += count;
    return count;
  });
  const out = new ByteBuffer(16);
  const scanner = new JsonScanner(input, out);
  scanner.copyValue();
  if (!scanner.atEnd()) scanner.fail("expected the end");
  return out.bytes.toString("utf8", 0, out.length);
}

function fault(text: string | Buffer): string {
  try {
    return `copied ${copy(text)}`;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return `${error.line}:${error.byte} ${error.message}`;
  }
}

/** Any JSON text: values written with white space, escapes and numbers in forms that JSON.stringify does not use. */
const jsonText = fc
  .tuple(
    fc.json({ maxDepth: 6, stringUnit: "binary" }),
    fc.array(fc.constantFrom(" ", "\n", "\t", "\r")),
    fc.boolean(),
  )
  .map(([json, spaces, escaped]) => {
    const spaced = spaces.reduce(
      (text, space) => text.replace(/[,:[{]/, (found) => `${found}${space}`),
      json,
    );
    return escaped
      ? spaced.replace(/[g-kv-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
      : spaced;
  });

/** Any number that JSON can write (RFC 8259, section 6), most of them beyond what a double holds. */
const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 40 });
const numberText = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(
      fc.constant("0"),
      fc.tuple(fc.integer({ min: 1, max: 9 }), digits).map((parts) => parts.join("")),
    ),
    fc.option(digits, { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom("e", "E", "e+", "E-"), digits), { nil: undefined }),
  )
  .map(
    ([sign, integer, fraction, exponent]) =>
      sign + integer + (fraction === undefined ? "" : `.${fraction}`) + (exponent?.join("") ?? ""),
  );

describe("numbers", () => {
  it("keep the digits they were written with, wherever the parts are cut", () => {
    fc.assert(
      fc.property(numberText, fc.integer({ min: 1, max: 40 }), (text, partSize) => {
        JSON.parse(text);
        expect(copy(text, partSize)).toBe(text);
        expect(copy(`[ ${text} , {"a": ${text} } ]`, partSize)).toBe(`[${text},{"a":${text}}]`);
      }),
      { numRuns: 1000 },
    );
  });

  it("are refused where JSON.parse refuses them, and only there", () => {
    const numeric = fc.string({ unit: fc.constantFrom(..."0123-+.eE"), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(numeric, fc.integer({ min: 1, max: 9 }), (text, partSize) => {
        let expected = text;
        try {
          JSON.parse(text);
        } catch {
          expected = "refused";
        }
        let found = "refused";
        try {
          found = copy(text, partSize);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonSyntaxError);
        }
        expect(found).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(["1.0", "1E3", "-0.50", "-0", "1e-400", "1e999", "636123456789012345", "-9223372036854775808"])(
    "%s stays as it is",
    (text) => {
      expect(copy(text)).toBe(text);
    },
  );

  it("can be of any length", () => {
    const text = `${"9".repeat(1_000_000)}.${"1".repeat(1_000_000)}`;
    expect(copy(text, 65_536)).toBe(text);
  });
});

describe("what is copied", () => {
  it("is what JSON.stringify writes of what JSON.parse reads, wherever the parts are cut", () => {
    fc.assert(
      fc.property(jsonText, fc.integer({ min: 1, max: 40 }), (text, partSize) => {
        const parsed: unknown = JSON.parse(text);
        // JSON.stringify brings numeric names to the front, and leaves out what is repeated.
        expect(JSON.parse(copy(text, partSize))).toEqual(parsed);
        if (!/"[0-9]+"\s*:/.test(text)) expect(copy(text, partSize)).toBe(JSON.stringify(parsed));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['"\\u00e9\\/\\u003cb\\u003e"', '"é/<b>"'],
    ['"\\ud83d\\ude00"', '"😀"'],
    ['"\\uD800"', '"\\ud800"'],
    ['"\\u000A\\u001F"', '"\\n\\u001f"'],
    ['"a\\"b\\\\c\\n"', '"a\\"b\\\\c\\n"'],
    ['{"__proto__":1,"constructor":{}}', '{"__proto__":1,"constructor":{}}'],
    ['{"b":1,"2":2,"1":3}', '{"b":1,"2":2,"1":3}'],
    [" [ ] ", "[]"],
    ['"\u2028"', '"\u2028"'],
  ])("%j becomes %j", (text, expected) => {
    expect(copy(text)).toBe(expected);
  });

  it("is nested as deeply as memory allows", () => {
    const text = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(copy(text, 65_536)).toBe(text);
  });

  it("is a string longer than the window", () => {
    const text = JSON.stringify(`é${"x".repeat(1_000_000)}"${"\\".repeat(1000)}`);
    expect(copy(text, 100_000)).toBe(text);
  });
});

describe("what is longer than a node may be", () => {
  const limit = 1_000_000;
  function read(text: string): string {
    const bytes = Buffer.from(text);
    let position = 0;
    const input = new ByteWindow((target, offset, length) => {
      const count = bytes.copy(target, offset, position, position + Math.min(length, 50_000));
      position += count;
      return count;
    }, 10_000);
    const scanner = new JsonScanner(input, new ByteBuffer(16), limit);
    try {
      scanner.copyValue();
      return "copied";
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      // Little more than the limit was read, however much there is.
      expect(position).toBeLessThan(limit + 200_000);
      return `${error.line}: ${error.message}`;
    }
  }

  it.each([
    ["a string", (length: number) => `"${"x".repeat(length)}"`],
    ["a string of escapes", (length: number) => `"${"\\u00e9".repeat(length / 6)}"`],
    ["a name", (length: number) => `{"${"x".repeat(length)}":1}`],
    ["a number", (length: number) => "9".repeat(length)],
    ["many values", (length: number) => `[${"1,".repeat(length / 2)}1]`],
    ["many containers", (length: number) => `${"[".repeat(length / 2)}${"]".repeat(length / 2)}`],
  ])("%s is refused", (_, text) => {
    expect(read(text(limit * 0.8))).toBe("copied");
    expect(read(text(limit * 20))).toBe(
      "1: a node may take 1 MB, with those around it, and here it takes more",
    );
  });

  it("white space between values does not count", () => {
    expect(read(`[1,${" ".repeat(limit * 3)}2]`)).toBe("copied");
  });
});

describe("what is malformed", () => {
  it("is what JSON.parse refuses", () => {
    const damaged = fc
      .tuple(
        jsonText,
        fc.nat(),
        fc.constantFrom("", ",", "}", "]", '"', ":", "0", "-", "\\", "e", "\u0001", "tru", "{"),
      )
      .map(([text, at, insert]) => {
        const position = at % (text.length + 1);
        return text.slice(0, position) + insert + text.slice(position + (insert === "" ? 1 : 0));
      })
      .filter((text) => !/\p{Cs}/u.test(text));
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 40 }), (text, partSize) => {
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        if (parses) copy(text, partSize);
        else expect(() => copy(text, partSize)).toThrow(JsonSyntaxError);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["", "1:1 expected a value, but the text ends"],
    ["  \n ", "2:2 expected a value, but the text ends"],
    ["[1,\n2,]", '2:3 expected a value, found "]"'],
    ['{"a" 1}', '1:6 expected ":", found "1"'],
    ['{"a":1,}', '1:8 expected a name in quotes, found "}"'],
    ["[1 2]", '1:4 expected "," or "]", found "2"'],
    ['{"a":1]', '1:7 expected "," or "}", found "]"'],
    ["[1", '1:3 expected "," or "]", but the text ends'],
    ['"abc', '1:5 expected a closing quote ("), but the text ends'],
    ['"a\\', '1:4 expected a closing quote ("), but the text ends'],
    ['"a\\x"', '1:1 expected only the escapes that JSON knows in a string, found "\\""'],
    ['"a\nb"', '1:3 expected no control character in a string, found "\\n"'],
    ['"a\u0000b"', '1:3 expected no control character in a string, found "\\u0000"'],
    ["01", '1:1 expected a number as JSON writes it, found "0"'],
    ["+1", '1:1 expected a number as JSON writes it, found "+"'],
    ["1.", '1:1 expected a number as JSON writes it, found "1"'],
    ["NaN", '1:1 expected a value, found "N"'],
    ["nul", "1:4 expected null, but the text ends"],
    ["truE", '1:4 expected true, found "E"'],
    ["{} {}", '1:4 expected the end, found "{"'],
    ["'a'", `1:1 expected a value, found "'"`],
    ["\ufeff1", '1:1 expected a value, found "\ufeff"'],
  ])("%j is refused: %s", (text, expected) => {
    expect(fault(text)).toBe(expected);
  });

  it.each([
    ["a byte that begins nothing", [0x22, 0x61, 0xff, 0x22], "1:3 the bytes here are not UTF-8"],
    ["a character cut by the end", [0x22, 0xe6, 0x97], "1:2 the bytes here are not UTF-8"],
    ["a character cut by a quote", [0x22, 0xf0, 0x9f, 0x98, 0x22], "1:2 the bytes here are not UTF-8"],
    ["an overlong character", [0x22, 0xc0, 0xaf, 0x22], "1:2 the bytes here are not UTF-8"],
    ["half a surrogate pair", [0x22, 0xed, 0xa0, 0x80, 0x22], "1:2 the bytes here are not UTF-8"],
    [
      "a byte that is the first of what is read at once",
      [...Buffer.from('"abcdef'), 0xff],
      "1:8 the bytes here are not UTF-8",
    ],
  ])("%s is refused", (_, bytes, expected) => {
    expect(fault(Buffer.from(bytes))).toBe(expected);
  });
});

it("goes on in the next line, behind whatever is wrong in one, and knows where it is", () => {
  const bytes = Buffer.from('{"a":x}  \n[1]\n\n "open\n2\n');
  const scanner = new JsonScanner(new ByteWindow(readFrom([bytes]), 4), new ByteBuffer());
  const seen: string[] = [];
  for (let more = true; more && !scanner.atEnd(); ) {
    const start = scanner.mark();
    try {
      scanner.copyValue();
      seen.push(`${scanner.line}: ${scanner.copiedText(start)}`);
    } catch (error) {
      const { line, byte } = error as JsonSyntaxError;
      seen.push(`${line}:${byte} is wrong`);
      scanner.rewind(0);
      more = scanner.skipLine();
    }
  }
  expect(seen).toEqual(["1:6 is wrong", "2: [1]", "4:7 is wrong", "5: 2"]);
  expect(scanner.skipLine()).toBe(false);
});
