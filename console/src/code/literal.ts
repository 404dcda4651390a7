/**
 * Nested literals of programming languages: on one line if they fit, else one entry a line.
 * What the brackets and words are is the language's matter.
 */
export interface Literal {
  readonly open: string
  readonly close: string
  /** Between the entries; after the last one too if the literal is broken into lines and `trailing`. */
  readonly entries: readonly (readonly [prefix: string, value: Literal | string])[]
}

export interface LiteralStyle {
  readonly indent: string
  readonly columnsMax: number
  /** Spaces inside the brackets of a literal on one line. */
  readonly padded: boolean
  /** A comma after the last line. */
  readonly trailing: boolean
}

export function printLiteral(value: Literal | string, style: LiteralStyle, depth = 0): string {
  if (typeof value === 'string') return value
  if (value.entries.length === 0) return value.open + value.close
  const line = onOneLine(value, style)
  if (line.length + depth * style.indent.length <= style.columnsMax) return line
  const margin = style.indent.repeat(depth + 1)
  const lines = value.entries.map(
    ([prefix, entry]) => `${margin}${prefix}${printLiteral(entry, style, depth + 1)}`,
  )
  const end = style.trailing ? ',' : ''
  return `${value.open}\n${lines.join(',\n')}${end}\n${style.indent.repeat(depth)}${value.close}`
}

function onOneLine(value: Literal, style: LiteralStyle): string {
  const entries = value.entries.map(
    ([prefix, entry]) => prefix + (typeof entry === 'string' ? entry : onOneLine(entry, style)),
  )
  if (entries.length === 0) return value.open + value.close
  const pad = style.padded ? ' ' : ''
  return `${value.open}${pad}${entries.join(', ')}${pad}${value.close}`
}
