/** An argument as the shell of this system takes it. */
export function shellQuoted(text: string, platform: NodeJS.Platform = process.platform): string {
  // zsh replaces a word that begins with an equals sign.
  if (platform !== "win32")
    return /^(?!=)[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  // A comma makes a list in PowerShell, and @ stands for one.
  if (/^[\w+=:./\\~-]+$/.test(text)) return text;
  // Programs there take \" for a quotation mark, and backslashes before one for half as many.
  return `"${text.replace(/(\\*)("|$)/g, (_, slashes: string, mark: string) => `${slashes}${slashes}${mark && `\\${mark}`}`)}"`;
}
