/** The loop of a lexer. What a token is, and what may separate tokens, is up to the language. */
export interface TokenRules<T> {
  /** The end of the blanks that start here. */
  skip(text: string, position: number): number
  /** The token that starts here; must not be empty. */
  tokenAt(text: string, position: number): T
}

export function scanTokens<T extends { readonly end: number }>(
  text: string,
  rules: TokenRules<T>,
): T[] {
  const tokens: T[] = []
  let position = rules.skip(text, 0)
  while (position < text.length) {
    const token = rules.tokenAt(text, position)
    tokens.push(token)
    position = rules.skip(text, token.end)
  }
  return tokens
}
