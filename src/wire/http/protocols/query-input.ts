/**
 * The input of a query request: parameters such as `Filter.Values.member.1` become the structure that
 * the shape describes. Parameters that the model does not know are dropped.
 */
import type { ServiceOperation } from '../../../api/service.js'
import type { ListShape, MapShape, Shape, Shapes } from '../../../api/shape.js'
import { serialization } from '../../../model/errors.js'

/** One segment of parameter names: its own value, and the segments that follow it. */
interface Node {
  text: string | undefined
  readonly children: Map<string, Node>
}

export function readQueryInput(
  { service, inputShape }: ServiceOperation,
  parameters: URLSearchParams,
): unknown {
  if (inputShape === undefined) return {}
  const root = newNode()
  for (const [name, text] of parameters) insert(root, name, text)
  return valueOf(service.shapes, inputShape, root)
}

function newNode(): Node {
  return { text: undefined, children: new Map() }
}

function insert(root: Node, name: string, text: string): void {
  let node = root
  for (const step of name.split('.')) {
    let next = node.children.get(step)
    if (next === undefined) node.children.set(step, (next = newNode()))
    node = next
  }
  node.text ??= text
}

function valueOf(shapes: Shapes, name: string, node: Node): unknown {
  const shape = shapes[name]!
  switch (shape.kind) {
    case 'structure':
      return structureOf(shapes, shape.members, node)
    case 'list':
      return listOf(shapes, shape, node)
    case 'map':
      return mapOf(shapes, shape, node)
    default:
      return scalarOf(shape.kind, node.text)
  }
}

function structureOf(
  shapes: Shapes,
  members: Readonly<Record<string, string>>,
  node: Node,
): unknown {
  const entries: [string, unknown][] = []
  for (const [name, shapeName] of Object.entries(members)) {
    const child = node.children.get(name)
    if (child !== undefined) entries.push([name, valueOf(shapes, shapeName, child)])
  }
  return Object.fromEntries(entries)
}

/** AWS: an empty list is a parameter without a value. Elements are numbered from one. */
function listOf(shapes: Shapes, shape: ListShape, node: Node): readonly unknown[] {
  const elements = shape.flattened ? node : node.children.get(shape.elementName ?? 'member')
  return numbered(elements).map((element) => valueOf(shapes, shape.element, element))
}

function mapOf(shapes: Shapes, shape: MapShape, node: Node): unknown {
  const entries = numbered(shape.flattened ? node : node.children.get('entry')).map((entry) => {
    const key = entry.children.get('key')?.text
    const value = entry.children.get('value')
    if (key === undefined || value === undefined) throw serialization()
    return [key, valueOf(shapes, shape.value, value)] as const
  })
  return Object.fromEntries(entries)
}

function numbered(node: Node | undefined): readonly Node[] {
  if (node === undefined) return []
  const entries = [...node.children].map(([step, child]) => [position(step), child] as const)
  return entries.sort(([left], [right]) => left - right).map(([, child]) => child)
}

function position(step: string): number {
  if (!/^[1-9]\d{0,8}$/.test(step)) throw serialization()
  return Number(step)
}

type ScalarKind = Exclude<Shape['kind'], 'structure' | 'list' | 'map'>

function scalarOf(kind: ScalarKind, text: string | undefined): unknown {
  if (text === undefined) throw serialization()
  switch (kind) {
    case 'string':
    case 'blob':
      return text
    case 'boolean':
      return booleanOf(text)
    case 'timestamp':
      return finite(Date.parse(text) / 1000)
    case 'double':
      return finite(text.trim() === '' ? NaN : Number(text))
    default:
      return integerOf(text)
  }
}

function booleanOf(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw serialization()
  return text === 'true'
}

function integerOf(text: string): number {
  if (!/^[+-]?\d{1,19}$/.test(text)) throw serialization()
  return Number(text)
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw serialization()
  return value
}
