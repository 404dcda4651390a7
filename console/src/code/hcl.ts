/** The syntax of Terraform's configuration: blocks with arguments, and expressions. */
export type HclValue =
  | string
  | number
  | boolean
  | null
  | HclReference
  | readonly HclValue[]
  | { readonly [member: string]: HclValue }

/** Names something else of the configuration: `aws_dynamodb_table.music.arn`. */
export class HclReference {
  constructor(readonly text: string) {}
}

export interface HclBlock {
  readonly head: string
  readonly body: readonly (HclArgument | HclBlock)[]
}

export interface HclArgument {
  readonly name: string
  readonly value: HclValue | undefined
}

/** As `terraform fmt` leaves it: the signs of arguments that stand together are aligned. */
export function printHcl(block: HclBlock, depth = 0): string {
  const margin = '  '.repeat(depth)
  const args = block.body.filter((part): part is HclArgument => 'name' in part)
  const given = args.filter(({ value }) => value !== undefined)
  const lines = aligned(
    given.map(({ name, value }) => [name, hclExpression(value!, depth + 1)]),
    `${margin}  `,
  )
  const blocks = block.body
    .filter((part): part is HclBlock => 'head' in part)
    .map((inner) => printHcl(inner, depth + 1))
  const parts = [...(lines === '' ? [] : [lines]), ...blocks]
  return `${margin}${block.head} {\n${parts.join('\n')}${margin}}\n`
}

export function hclExpression(value: HclValue, depth = 0): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return hclText(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return listOf(value as readonly HclValue[], depth)
  if (value instanceof HclReference) return value.text
  return objectOf(value as Readonly<Record<string, HclValue>>, depth)
}

function listOf(entries: readonly HclValue[], depth: number): string {
  return `[${entries.map((entry) => hclExpression(entry, depth)).join(', ')}]`
}

function objectOf(members: Readonly<Record<string, HclValue>>, depth: number): string {
  const margin = '  '.repeat(depth)
  const entries = Object.entries(members).map(
    ([name, value]) => [memberName(name), hclExpression(value, depth + 1)] as const,
  )
  return entries.length === 0 ? '{}' : `{\n${aligned(entries, `${margin}  `)}${margin}}`
}

/** Lines in a row are aligned; a value of several lines ends a row and stands alone. */
function aligned(entries: readonly (readonly [string, string])[], margin: string): string {
  const isLong = ([, value]: readonly [string, string]) => value.includes('\n')
  const end = entries.findIndex(isLong)
  const row = end === -1 ? entries : entries.slice(0, end)
  const widest = Math.max(0, ...row.map(([name]) => name.length))
  const lines = row.map(([name, value]) => `${margin}${name.padEnd(widest)} = ${value}\n`).join('')
  if (end === -1) return lines
  const [name, value] = entries[end]!
  return `${lines}${margin}${name} = ${value}\n${aligned(entries.slice(end + 1), margin)}`
}

function memberName(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : hclText(name)
}

/** `${` and `%{` would begin an expression. */
export function hclText(text: string): string {
  const escaped = text
    // eslint-disable-next-line no-control-regex
    .replace(/["\\\u0000-\u001f\u007f]/g, escapeOf)
    .replace(/[$%](?=\{)/g, (sign) => sign + sign)
  return `"${escaped}"`
}

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

function escapeOf(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0')
  return shortEscapes[character] ?? `\\u${code}`
}
