/**
 * Templates of keys: `ORDER#<date>#<id>` is text with variables. A template says what keys of an entity
 * look like, so it can be filled in, checked against a key, and filled in as far as values are known.
 */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }

export interface KeyTemplate {
  readonly source: string
  readonly parts: readonly TemplatePart[]
}

export type TemplateValues = Readonly<Record<string, string>>

/** `<name>`, and `${name}` and `{name}` as other tools write it. */
const variable = /<([^<>#]+)>|\$\{([^{}]+)\}|\{([^{}]+)\}/g

export function parseTemplate(source: string): KeyTemplate {
  const parts: TemplatePart[] = []
  let end = 0
  for (const found of source.matchAll(variable)) {
    if (found.index > end) parts.push({ kind: 'text', text: source.slice(end, found.index) })
    parts.push({ kind: 'variable', name: (found[1] ?? found[2] ?? found[3] ?? '').trim() })
    end = found.index + found[0].length
  }
  if (end < source.length) parts.push({ kind: 'text', text: source.slice(end) })
  return { source, parts }
}

export function variablesOf(template: KeyTemplate): readonly string[] {
  const names = template.parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : []))
  return [...new Set(names)]
}

/** Undefined if a variable has no value. */
export function fillTemplate(template: KeyTemplate, values: TemplateValues): string | undefined {
  const { text, rest } = fillPrefix(template, values)
  return rest.length === 0 ? text : undefined
}

/** The text up to the first variable without a value, and the parts from there on. */
export function fillPrefix(
  template: KeyTemplate,
  values: TemplateValues,
): { readonly text: string; readonly rest: readonly TemplatePart[] } {
  let text = ''
  for (const [i, part] of template.parts.entries()) {
    const known = part.kind === 'text' ? part.text : values[part.name]
    if (known === undefined) return { text, rest: template.parts.slice(i) }
    text += known
  }
  return { text, rest: [] }
}

/**
 * The values of the variables, or undefined if the text has another shape. Each variable takes as
 * little as it can, so `<a>#<b>` takes `x#y#z` apart as `x` and `y#z`. A variable is never empty, and
 * one that is named twice has one value.
 */
export function matchTemplate(template: KeyTemplate, text: string): TemplateValues | undefined {
  const names = template.parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : []))
  const found = expressionOf(template).exec(text)
  if (found === null) return undefined
  const values = new Map<string, string>()
  for (const [i, name] of names.entries()) {
    const value = found[i + 1]!
    if ((values.get(name) ?? value) !== value) return undefined
    values.set(name, value)
  }
  return Object.fromEntries(values)
}

/** How much of a template is fixed: of two templates that fit, the one that says more is meant. */
export function fixedLengthOf(template: KeyTemplate): number {
  return template.parts.reduce(
    (sum, part) => sum + (part.kind === 'text' ? part.text.length : 0),
    0,
  )
}

function expressionOf({ parts }: KeyTemplate): RegExp {
  const pattern = parts.map((part) => (part.kind === 'text' ? escaped(part.text) : '([^]+?)'))
  return new RegExp(`^${pattern.join('')}$`, 'u')
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
