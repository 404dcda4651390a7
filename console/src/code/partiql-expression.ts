/** Expressions with placeholders as PartiQL: names quoted, values written out, functions by their names there. */

type Texts = Readonly<Record<string, string>>

const token = /\s+|[#:][\w]+|[A-Za-z_]\w*|<>|<=|>=|[=<>(),+.-]|\[\d+\]/gy
/** The others mean the same by the same name: begins_with, contains, attribute_type, size. */
const withoutTwin = ['if_not_exists', 'list_append']

function tokensOf(expression: string): readonly string[] | undefined {
  const tokens = expression.match(token) ?? []
  return tokens.join('') === expression ? tokens.filter((text) => text.trim() !== '') : undefined
}

/** Undefined if PartiQL cannot say it. */
export function partiqlExpression(
  expression: string,
  names: Texts,
  literals: Texts,
): string | undefined {
  const tokens = tokensOf(expression)
  if (tokens === undefined || tokens.some((text) => withoutTwin.includes(text))) return undefined
  return rewriteLists(spaced(rewriteExistence(tokens).map((text) => wordOf(text, names, literals))))
}

export function partiqlPath(path: string, names: Texts): string {
  return (tokensOf(path) ?? [path]).map((text) => wordOf(text, names, {})).join('')
}

function wordOf(text: string, names: Texts, literals: Texts): string {
  if (text.startsWith(':')) return literals[text] ?? text
  if (text.startsWith('#')) return quoted(names[text] ?? text)
  return text
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** `attribute_exists(path)` is `path IS NOT MISSING`. */
function rewriteExistence(tokens: readonly string[]): readonly string[] {
  const words: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const text = tokens[at]!
    if (text !== 'attribute_exists' && text !== 'attribute_not_exists') {
      words.push(text)
      continue
    }
    const end = tokens.indexOf(')', at)
    const is = text === 'attribute_exists' ? 'IS NOT MISSING' : 'IS MISSING'
    words.push(...tokens.slice(at + 2, end), is)
    at = end
  }
  return words
}

function spaced(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1]
    return before === undefined || isTight(before, word) ? [word] : [' ', word]
  })
}

function isTight(before: string, word: string): boolean {
  if (word === ',' || word === ')' || word === '.' || word.startsWith('[')) return true
  if (before === '(' || before === '.') return true
  return word === '(' && /^[a-z_]+$/.test(before)
}

/** `IN (a, b)` is `IN [a, b]`. */
function rewriteLists(words: readonly string[]): string {
  const out = [...words]
  for (let at = 0; at < out.length; at++) {
    if (out[at] !== 'IN') continue
    const open = out.indexOf('(', at)
    const close = out.indexOf(')', open)
    out[open] = '['
    out[close] = ']'
  }
  return out.join('')
}

/** One clause for each action: PartiQL repeats SET and REMOVE. */
export function updateClauses(
  expression: string,
  names: Texts,
  literals: Texts,
): readonly string[] | undefined {
  const tokens = tokensOf(expression)
  if (
    tokens === undefined ||
    tokens.some((text) => text === 'ADD' || text === 'DELETE' || withoutTwin.includes(text))
  ) {
    return undefined
  }
  const clauses: string[][] = []
  let verb = ''
  let depth = 0
  for (const text of tokens) {
    depth += text === '(' ? 1 : text === ')' ? -1 : 0
    if (text === 'SET' || text === 'REMOVE') verb = text
    if (text === verb || (text === ',' && depth === 0)) clauses.push([verb])
    else clauses.at(-1)?.push(wordOf(text, names, literals))
  }
  return clauses.map((words) => spaced(words).join(''))
}
