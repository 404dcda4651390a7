/**
 * Reads plain JSON back. Each value keeps the type that the original has at its path, as long as what
 * was written fits it; where plain JSON leaves a choice, the choice made is reported as a doubt, and
 * the caller may decide it.
 */
import type { AttributeValue, Item, ValueType } from './attribute-value.js'
import { printPath } from './attribute-path.js'
import { isBase64 } from './base64.js'
import { toPlainText } from './plain-json.js'
import { JsonTextError, readJson, type JsonNode, type TextFault } from './read-json.js'

/** A value that could be of several types. */
export interface TypeDoubt {
  readonly path: readonly (string | number)[]
  /** What it was taken for. */
  readonly taken: ValueType
  readonly possible: readonly ValueType[]
}

export type ReadPlainItem =
  | { readonly item: Item; readonly doubts: readonly TypeDoubt[] }
  | { readonly faults: readonly TextFault[] }

/** The types that somebody decided, by printed path. */
export type TypeChoices = Readonly<Record<string, ValueType>>

export function readPlainJson(
  text: string,
  original: Item,
  choices: TypeChoices = {},
): ReadPlainItem {
  try {
    const node = readJson(text)
    if (node.kind !== 'object') {
      return {
        faults: [
          { message: 'Expected attributes: { "name": "value" }', start: node.start, end: node.end },
        ],
      }
    }
    return readPlainNode(node, original, choices)
  } catch (error) {
    if (error instanceof JsonTextError) return { faults: [error.fault] }
    throw error
  }
}

/** The same for a part of a larger text. */
export function readPlainNode(
  node: Extract<JsonNode, { kind: 'object' }>,
  original: Item,
  choices: TypeChoices = {},
): { readonly item: Item; readonly doubts: readonly TypeDoubt[] } {
  const doubts: TypeDoubt[] = []
  return { item: new Typer(choices, doubts).map(node, original, []), doubts }
}

type Steps = readonly (string | number)[]

class Typer {
  readonly #choices: TypeChoices
  readonly #doubts: TypeDoubt[]

  constructor(choices: TypeChoices, doubts: TypeDoubt[]) {
    this.#choices = choices
    this.#doubts = doubts
  }

  map(node: Extract<JsonNode, { kind: 'object' }>, original: Item | undefined, path: Steps): Item {
    return Object.fromEntries(
      node.members.map(({ name, value }) => {
        const old =
          original !== undefined && Object.hasOwn(original, name) ? original[name] : undefined
        return [name, this.#value(value, old, [...path, name])]
      }),
    )
  }

  #value(node: JsonNode, original: AttributeValue | undefined, path: Steps): AttributeValue {
    if (original !== undefined && compactText(node) === toPlainText(original, 0)) return original
    switch (node.kind) {
      case 'boolean':
        return { BOOL: node.value }
      case 'null':
        return { NULL: true }
      case 'number':
        return { N: node.text }
      case 'string':
        return this.#text(node.text, original, path)
      case 'object':
        return {
          M: this.map(
            node,
            original !== undefined && 'M' in original ? original.M : undefined,
            path,
          ),
        }
      case 'array':
        return this.#array(node.elements, original, path)
    }
  }

  #text(text: string, original: AttributeValue | undefined, path: Steps): AttributeValue {
    if (original === undefined || !('B' in original) || !isBase64(text)) return { S: text }
    return this.#chosen(path, 'B', ['B', 'S']) === 'B' ? { B: text } : { S: text }
  }

  #array(
    nodes: readonly JsonNode[],
    original: AttributeValue | undefined,
    path: Steps,
  ): AttributeValue {
    const possible = setTypesOf(nodes)
    const kept = possible.find((type) => original !== undefined && type in original)
    if (kept !== undefined) return setOf(kept, nodes)
    if (original !== undefined && 'L' in original) return this.#list(nodes, original.L, path)
    const [guess] = possible
    // A set that no longer fits its type, or a new list: only the author knows.
    if (guess !== undefined) {
      const type = this.#chosen(path, 'L', ['L', guess])
      if (type !== 'L') return setOf(type, nodes)
    }
    return this.#list(nodes, [], path)
  }

  /** An element that stands elsewhere now keeps its type, as long as its text is the same. */
  #list(
    nodes: readonly JsonNode[],
    originals: readonly AttributeValue[],
    path: Steps,
  ): AttributeValue {
    const known = new Map(originals.map((element) => [toPlainText(element, 0), element]))
    return {
      L: nodes.map((node, index) => {
        const old = originals[index]
        const text = compactText(node)
        if (old !== undefined && toPlainText(old, 0) === text) return old
        return known.get(text) ?? this.#value(node, old, [...path, index])
      }),
    }
  }

  #chosen(path: Steps, usual: ValueType, possible: readonly ValueType[]): ValueType {
    const choice = this.#choices[printPath(path)]
    const taken = choice !== undefined && possible.includes(choice) ? choice : usual
    this.#doubts.push({ path, taken, possible })
    return taken
  }
}

function setTypesOf(nodes: readonly JsonNode[]): readonly ('SS' | 'NS' | 'BS')[] {
  const texts = nodes.map((node) =>
    node.kind === 'string' || node.kind === 'number' ? node.text : '',
  )
  if (nodes.length === 0 || new Set(texts).size < texts.length || texts.includes('')) return []
  if (nodes.every(({ kind }) => kind === 'number')) return ['NS']
  if (!nodes.every(({ kind }) => kind === 'string')) return []
  return texts.every(isBase64) ? ['SS', 'BS'] : ['SS']
}

function setOf(type: ValueType, nodes: readonly JsonNode[]): AttributeValue {
  return {
    [type]: nodes.map((node) => ('text' in node ? node.text : '')),
  } as unknown as AttributeValue
}

function compactText(node: JsonNode): string {
  switch (node.kind) {
    case 'string':
      return JSON.stringify(node.text)
    case 'number':
      return node.text
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
    case 'array':
      return `[${node.elements.map(compactText).join(',')}]`
    case 'object':
      return `{${node.members.map(({ name, value }) => `${JSON.stringify(name)}:${compactText(value)}`).join(',')}}`
  }
}
