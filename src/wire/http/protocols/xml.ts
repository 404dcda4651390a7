/** Outputs of the query protocol as XML, by their shapes. */
import type { ServiceOperation } from '../../../api/service.js'
import type { ListShape, MapShape, Shape, Shapes } from '../../../api/shape.js'
import { scalarTexts } from './encode-texts.js'
import { fractionText } from './fraction-text.js'

/** AWS: the result is wrapped twice, and followed by the id of the request. */
export function* xmlTexts(
  { service, name, outputShape }: ServiceOperation,
  output: unknown,
  requestId: string,
): Generator<string> {
  yield startOf(`${name}Response`, service.xmlNamespace)
  if (outputShape !== undefined) {
    yield* element(`${name}Result`, contentOf(service.shapes, outputShape, output ?? {}))
  }
  yield elementOf('ResponseMetadata', textElement('RequestId', requestId))
  yield `</${name}Response>`
}

function startOf(name: string, namespace?: string): string {
  const attribute = namespace === undefined ? '' : ` xmlns="${escaped(namespace)}"`
  return `<${name}${attribute}>`
}

function* element(name: string, content: Iterable<string>): Generator<string> {
  yield `<${name}>`
  yield* content
  yield `</${name}>`
}

export function elementOf(name: string, content: string, namespace?: string): string {
  return `${startOf(name, namespace)}${content}</${name}>`
}

export function textElement(name: string, text: string): string {
  return elementOf(name, escaped(text))
}

function* contentOf(shapes: Shapes, shapeName: string, value: unknown): Generator<string> {
  const shape = shapes[shapeName]!
  switch (shape.kind) {
    case 'structure':
      for (const [name, member] of Object.entries(shape.members)) {
        yield* memberOf(shapes, name, member, (value as Members)[name])
      }
      break
    case 'list':
      yield* elementsOf(shapes, shape, shape.elementName ?? 'member', value as readonly unknown[])
      break
    case 'map':
      yield* entriesOf(shapes, shape, 'entry', value as Members)
      break
    default:
      yield scalarText(shape)(value)
  }
}

function scalarText({ kind }: Shape): (value: unknown) => string {
  if (kind === 'timestamp') return (value) => isoTime(value as number)
  if (kind === 'double') return (value) => fractionText(value as number)
  return (value) => escaped(String(value))
}

type Members = Readonly<Record<string, unknown>>

function* memberOf(
  shapes: Shapes,
  name: string,
  shapeName: string,
  value: unknown,
): Generator<string> {
  if (value === undefined || value === null) return
  const shape = shapes[shapeName]!
  if (shape.kind === 'list' && shape.flattened === true) {
    yield* elementsOf(shapes, shape, shape.elementName ?? name, value as readonly unknown[])
  } else if (shape.kind === 'map' && shape.flattened === true) {
    yield* entriesOf(shapes, shape, name, value as Members)
  } else {
    yield* element(name, contentOf(shapes, shapeName, value))
  }
}

function* elementsOf(
  shapes: Shapes,
  { element: elementShape }: ListShape,
  name: string,
  list: readonly unknown[],
): Generator<string> {
  const shape = shapes[elementShape]!
  if (shape.kind === 'structure' || shape.kind === 'list' || shape.kind === 'map') {
    for (const each of list) yield* element(name, contentOf(shapes, elementShape, each))
    return
  }
  const textOf = scalarText(shape)
  yield* scalarTexts(list, (each) => `<${name}>${textOf(each)}</${name}>`, '')
}

function* entriesOf(
  shapes: Shapes,
  { value }: MapShape,
  name: string,
  map: Members,
): Generator<string> {
  for (const [key, each] of Object.entries(map)) {
    yield `<${name}>${textElement('key', key)}`
    yield* element('value', contentOf(shapes, value, each))
    yield `</${name}>`
  }
}

/** AWS: a whole number of seconds is written without a fraction. */
function isoTime(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString()
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => entities[character]!)
}
