/** JSON in one buffer: validation, compaction, and positions of errors. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteBuffer } from "../../src/json/byte-buffer.ts";
import { appendCompact, compactJson, JsonCursor, JsonSyntaxError, NameTable } from "../../src/json/cursor.ts";
import { anyCharacter } from "../support/any-character.ts";

const copy = (text: string | Buffer) => compactJson(Buffer.from(text as string), "the end");

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
    fc.json({ maxDepth: 6, stringUnit: anyCharacter }),
    fc.array(fc.constantFrom(" ", "\n", "\t", "\r")),
    fc.boolean(),
  )
  .map(([json, spaces, escaped]) => {
    let next = 0;
    const spaced = json.replace(/"(?:[^"\\]|\\.)*"|[,:[{]/gs, (found) =>
      found.startsWith('"') ? found : `${found}${spaces[next++] ?? ""}`,
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

describe("compactJson: numbers", () => {
  it("keep the digits they were written with", () => {
    fc.assert(
      fc.property(numberText, (text) => {
        JSON.parse(text);
        expect(copy(text)).toBe(text);
        expect(copy(`[ ${text} , {"a": ${text} } ]`)).toBe(`[${text},{"a":${text}}]`);
      }),
      { numRuns: 100 },
    );
  });

  it("are refused exactly if JSON.parse refuses them", () => {
    const numeric = fc.string({ unit: fc.constantFrom(..."0123-+.eE"), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(numeric, (text) => {
        let expected = text;
        try {
          JSON.parse(text);
        } catch {
          expected = "refused";
        }
        let found = "refused";
        try {
          found = copy(text);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonSyntaxError);
        }
        expect(found).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("can be of any length", () => {
    const text = `${"9".repeat(1_000_000)}.${"1".repeat(1_000_000)}`;
    expect(copy(text)).toBe(text);
  });
});

describe("compactJson", () => {
  it("writes what JSON.stringify writes for the parsed text", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const parsed: unknown = JSON.parse(text);
        // JSON.stringify moves numeric names to the front, and leaves out duplicates.
        expect(JSON.parse(copy(text))).toEqual(parsed);
        if (!/"[0-9]+"\s*:/.test(text)) expect(copy(text)).toBe(JSON.stringify(parsed));
      }),
      { numRuns: 100 },
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

  it("refuses more than 1,000 levels", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    expect(copy(nested(1000))).toBe(nested(1000));
    expect(fault(`1\n`.replace("1", nested(1001)))).toBe(
      "1:1001 a value is nested more than 1,000 levels deep",
    );
    expect(fault(`{"a":\n${nested(1000)}}`)).toBe("2:1000 a value is nested more than 1,000 levels deep");
  });

  it("copies a string of any length", () => {
    const text = JSON.stringify(`é${"x".repeat(1_000_000)}"${"\\".repeat(1000)}`);
    expect(copy(text)).toBe(text);
  });
});

describe("compactJson: malformed text", () => {
  it("is refused exactly if JSON.parse refuses it", () => {
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
      fc.property(damaged, (text) => {
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        if (parses) copy(text);
        else expect(() => copy(text)).toThrow(JsonSyntaxError);
      }),
      { numRuns: 200 },
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
    ["a byte that begins no character", [0x22, 0x61, 0xff, 0x22], "1:3 the bytes here are not UTF-8"],
    ["a character cut by the end", [0x22, 0xe6, 0x97], "1:2 the bytes here are not UTF-8"],
    ["a character cut by a quote", [0x22, 0xf0, 0x9f, 0x98, 0x22], "1:2 the bytes here are not UTF-8"],
    ["an overlong character", [0x22, 0xc0, 0xaf, 0x22], "1:2 the bytes here are not UTF-8"],
    ["half a surrogate pair", [0x22, 0xed, 0xa0, 0x80, 0x22], "1:2 the bytes here are not UTF-8"],
    ["a byte after the text", [...Buffer.from("1  \n "), 0xff], "2:2 the bytes here are not UTF-8"],
    [
      "a byte in a later line",
      [...Buffer.from(`["${"é".repeat(70_000)}",\n"日`), 0xe6, 0x97],
      "2:5 the bytes here are not UTF-8",
    ],
  ])("%s is refused", (_, bytes, expected) => {
    expect(fault(Buffer.from(bytes))).toBe(expected);
  });
});

it("JsonCursor.skipLine continues after an error, with the right line number", () => {
  const cursor = JsonCursor.copyOf(Buffer.from('{"a":x}  \n[1]\n\n "open\n2\n'));
  const seen: string[] = [];
  for (let more = true; more && !cursor.atEnd(); ) {
    const start = cursor.offset();
    try {
      cursor.value();
      seen.push(`${cursor.line}: ${cursor.text(start)}`);
    } catch (error) {
      const { line, byte } = error as JsonSyntaxError;
      seen.push(`${line}:${byte} is wrong`);
      cursor.rewind(start);
      more = cursor.skipLine();
    }
  }
  expect(seen).toEqual(["1:6 is wrong", "2: [1]", "4:7 is wrong", "5: 2"]);
  expect(cursor.skipLine()).toBe(false);
});

describe("JsonCursor: the compacted text", () => {
  /** Reads an array, and calls `edit` after each element with the offset of the element. */
  function edited(text: string, edit: (cursor: JsonCursor, offset: number) => void): string {
    const bytes = Buffer.from(`before${text}#`);
    const cursor = new JsonCursor(bytes, 6, bytes.length - 1);
    cursor.expect(0x5b, "an array");
    do {
      const start = cursor.offset();
      cursor.value();
      edit(cursor, start);
    } while (cursor.accept(0x2c));
    cursor.expect(0x5d, "the end");
    expect([cursor.atEnd(), cursor.bytes.toString("utf8", 0, 6)]).toEqual([true, "before"]);
    return cursor.text(6);
  }

  const values = fc.array(fc.json({ stringUnit: anyCharacter, maxDepth: 2 }), {
    minLength: 1,
    maxLength: 30,
  });
  const written = fc.constantFrom("", "x", "é".repeat(40), "y".repeat(100_000));

  it("grows by `write` and shrinks by `rewind`, however much of the buffer is left", () => {
    fc.assert(
      fc.property(values, written, fc.boolean(), (texts, addition, isRemoved) => {
        const found = edited(`[ ${texts.join(" ,")} ]`, (cursor, start) => {
          if (isRemoved) cursor.rewind(start);
          cursor.write(Buffer.from(addition));
        });
        const kept = texts.map((text) => (isRemoved ? "" : copy(text)) + addition);
        expect(found).toBe(`[${kept.join(",")}]`);
      }),
      { numRuns: 30 },
    );
  });

  it("can be truncated when it is decoded", () => {
    const cursor = JsonCursor.copyOf(Buffer.from(' "0123456789" '));
    cursor.value();
    expect([cursor.text(0, 5), cursor.text(0)]).toEqual(['"0123', '"0123456789"']);
  });
});

it("JsonCursor.name recognises names with and without escapes", () => {
  const names = new NameTable(["id", "key", "é"]);
  const cursor = JsonCursor.copyOf(
    Buffer.from('"id" : 1 "\\u0069d":2 "ke":3 "key" :4 "\\u00e9":5 "other":6 "keys":7'),
  );
  const found: number[] = [];
  while (!cursor.atEnd()) {
    found.push(cursor.name(names));
    cursor.value();
  }
  expect(found).toEqual([0, 0, -1, 1, 2, -1, -1]);
  expect(cursor.text(0)).toBe('"id":1"id":2"ke":3"key":4"é":5"other":6"keys":7');
});

describe("appendCompact", () => {
  const long = `[${" 1,".repeat(200_000)} "é"]`;

  it.each([
    ["an object", ' { "a" : [ 1 , 2.0 ] } ', '{"a":[1,2.0]}'],
    ["a string", '"\\u00e9"', '"é"'],
    ["a long text", long, long.replaceAll(" ", "")],
  ])("appends the compact form of %s", (_, text, expected) => {
    const out = new ByteBuffer(16);
    out.appendText("before ");
    expect(appendCompact(out, text)).toBe(true);
    expect(out.bytes.toString("utf8", 0, out.length)).toBe(`before ${expected}`);
  });

  it.each([
    "",
    "{",
    "{} {}",
    '{"a":}',
    "no JSON",
    `${long}]`,
    `{"a":${long}`,
    "[".repeat(1001) + "]".repeat(1001),
  ])("appends nothing if the text is not JSON (case %#)", (text) => {
    const out = new ByteBuffer(16);
    out.appendText("before ");
    expect(appendCompact(out, text)).toBe(false);
    expect(appendCompact(out, "[ 1 ]")).toBe(true);
    expect(out.bytes.toString("utf8", 0, out.length)).toBe("before [1]");
  });
});
