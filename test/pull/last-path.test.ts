/** A path that is known from the answer before changes nothing in what is read. */
import { describe, expect, it } from "vitest";
import { LastPath, readCanonicalNode } from "../../src/pull/canonical-answer.ts";

const KEY = "5f0c9e7a-0000-4000-8000-0000000003e8";
const PATH = `"path":[{"id":7,"key":"${KEY}","name":"é, {7}"}]`;
const HEAD = `"id":1000,"key":"${KEY}"`;

function lastPath(): LastPath {
  const last = new LastPath();
  readCanonicalNode(Buffer.from(`{${HEAD},${PATH},"properties":{}}`), last);
  return last;
}

describe("a path that was read before", () => {
  it.each([
    ["before the properties", `{${HEAD},${PATH},"properties":{"a":{"value":"é"}}}`],
    ["behind them", `{${HEAD},"properties":{},${PATH}}`],
    ["beside children", `{${HEAD},${PATH},"properties":{},"children":[{"id":1}]}`],
    ["beside no children", `{${HEAD},${PATH},"properties":{},"children":[]}`],
    ["below a member", `{${HEAD},"extra":{"x":1,${PATH}},"properties":{}}`],
    ["below a member, and as the node's", `{${HEAD},"extra":{"x":1,${PATH}},${PATH},"properties":{}}`],
    ["in a property", `{${HEAD},"properties":{"a":{"alias":"a",${PATH}}}}`],
    ["behind a brace in a text", `{${HEAD},"name":"{",${PATH},"properties":{}}`],
    ["twice", `{${HEAD},${PATH},${PATH},"properties":{}}`],
    ["in the midst of a text", `{${HEAD},"name":"a,${PATH}","properties":{}}`],
    ["with more behind it", `{${HEAD},${PATH}],"properties":{}}`],
    ["in an answer that is cut", `{${HEAD},${PATH}`],
    ["with white space around it", `{${HEAD},${PATH} ,"properties":{}}`],
    ["other than the one that is there", `{${HEAD},"path":[{"id":8}],"properties":{}}`],
    ["where there is an empty one", `{${HEAD},"path":[],"properties":{}}`],
    ["where there is none", `{${HEAD},"properties":{}}`],
  ])("reads it %s as if it were new", (_place, text) => {
    const body = Buffer.from(text);
    expect(readCanonicalNode(body, lastPath())).toEqual(readCanonicalNode(body));
  });
});
