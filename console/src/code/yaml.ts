/** Plain data as YAML: one member a line, and quotes wherever a plain word could mean something else. */
export type PlainData =
  string | number | boolean | readonly PlainData[] | { readonly [member: string]: PlainData }

export function printYaml(value: PlainData, depth = 0): string {
  if (typeof value === 'string') return yamlText(value)
  if (typeof value !== 'object') return String(value)
  const lines = Array.isArray(value) ? listLines(value, depth) : memberLines(value, depth)
  return lines.length === 0 ? (Array.isArray(value) ? '[]' : '{}') : lines.join('\n')
}

function memberLines(members: object, depth: number): readonly string[] {
  const entries = Object.entries(members) as readonly (readonly [string, PlainData])[]
  return entries.map(([name, value]) => {
    const head = `${'  '.repeat(depth)}${yamlText(name)}:`
    return isNested(value)
      ? `${head}\n${printYaml(value, depth + 1)}`
      : `${head} ${printYaml(value)}`
  })
}

/** The first member of an entry stands beside its dash. */
function listLines(entries: readonly PlainData[], depth: number): readonly string[] {
  return entries.map((entry) => {
    const text = isNested(entry) ? printYaml(entry, depth + 1).trimStart() : printYaml(entry)
    return `${'  '.repeat(depth)}- ${text}`
  })
}

function isNested(value: PlainData): boolean {
  return typeof value === 'object' && Object.keys(value).length > 0
}

/** Words that YAML 1.1 reads as something other than text. */
const wordsWithMeaning = /^(?:true|false|yes|no|on|off|null|y|n|~)$/i

/** JSON's strings are YAML's double quoted ones. */
function yamlText(text: string): string {
  const isPlain = /^[A-Za-z_][\w./-]*(?:::\w+)*$/.test(text) && !wordsWithMeaning.test(text)
  return isPlain ? text : JSON.stringify(text)
}
