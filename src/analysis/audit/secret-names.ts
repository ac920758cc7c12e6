/** Names that look as if a secret stood behind them. */

/** Words that say it alone, and those that say it together with the word behind them. */
const WORDS =
  /^(?:passwords?|passwd|pwd|passphrase|secrets?|tokens?|credentials?|apikeys?|privatekey|accesskey|connectionstring)$/;
const PAIRS =
  /^(?:(?:api|private|access|secret|auth|license|encryption|account|subscription) keys?|connection string|pass word|pass phrase)$/;

/** Whether an alias or a name, such as `smtpPassword` or `API key`, looks like that of a secret. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word, i) => WORDS.test(word) || (i > 0 && PAIRS.test(`${words[i - 1]} ${word}`)));
}

/** In lower case: `smtpAPIKey_2` is smtp, api, key, 2. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
