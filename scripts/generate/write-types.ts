/**
 * Writes the types of a service's inputs and outputs.
 *
 * Structures and enums get names; lists, maps and scalars are written where they are used.
 * Attribute values in shapes that a request can contain are raw, as decoded; those in shapes that
 * only an answer contains are the model's, and a whole item there may be its stored bytes. A shape
 * that occurs in both is typed as in a request, which our own values fit too.
 */
import { header } from './header.js'
import {
  attributeValueShape,
  inputShapes,
  outputShapes,
  requireShape,
  sortedOperations,
  type ModelShape,
  type ServiceModel,
} from './service-model.js'

interface Writing {
  readonly model: ServiceModel
  readonly inputs: ReadonlySet<string>
}

export function writeTypes(model: ServiceModel, operationsName: string): string {
  const writing = { model, inputs: new Set(inputShapes(model)) }
  const names = [...new Set([...writing.inputs, ...outputShapes(model)])].sort()
  const declarations = names.flatMap((name) => declaration(writing, name))
  return [
    ...header,
    ...imports(declarations.join('\n')),
    '',
    ...operationsInterface(model, operationsName),
    '',
    ...declarations,
  ].join('\n')
}

const homes: readonly (readonly [string, string])[] = [
  ['AttributeValue', '../../model/attribute-value.js'],
  ['RawAttributeMap', '../../model/read-attribute-value.js'],
  ['RawAttributeValue', '../../model/read-attribute-value.js'],
  ['AnsweredItem', '../answered-item.js'],
]

function imports(body: string): readonly string[] {
  return homes
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(body.replaceAll(/readonly \w+\??:/g, '')))
    .map(([name, file]) => `import type { ${name} } from '${file}'`)
}

function operationsInterface(model: ServiceModel, operationsName: string): readonly string[] {
  const lines = sortedOperations(model).map(([name, { input, output }]) => {
    return `  readonly ${name}: { readonly input: ${input?.shape ?? 'object'}; readonly output: ${output?.shape ?? 'object'} }`
  })
  return [
    '/** The input and output of each operation. */',
    `export interface ${operationsName} {`,
    ...lines,
    '}',
  ]
}

function declaration(writing: Writing, name: string): readonly string[] {
  if (name === attributeValueShape) return []
  const shape = requireShape(writing.model, name)
  if (shape.enum !== undefined) return [`export type ${name} = ${enumType(shape.enum)}`, '']
  if (shape.type === 'structure') return structure(writing, name, shape)
  return []
}

function enumType(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ')
}

function structure(writing: Writing, name: string, shape: ModelShape): readonly string[] {
  const members = Object.entries(shape.members ?? {}).map(([member, reference]) => {
    const mark = shape.required?.includes(member) ? '' : '?'
    const type = typeOf(writing, reference.shape, writing.inputs.has(name))
    return `  readonly ${member}${mark}: ${type}`
  })
  if (members.length === 0) return [`export type ${name} = object`, '']
  return [`export interface ${name} {`, ...members, '}', '']
}

function typeOf(writing: Writing, name: string, raw: boolean): string {
  if (name === attributeValueShape) return raw ? 'RawAttributeValue' : 'AttributeValue'
  const shape = requireShape(writing.model, name)
  if (shape.enum !== undefined) return name
  switch (shape.type) {
    case 'structure':
      return name
    case 'list':
      return `readonly ${elementType(typeOf(writing, shape.member!.shape, raw))}[]`
    case 'map':
      return mapType(writing, shape.value!.shape, raw)
    default:
      return scalarType(shape.type)
  }
}

function elementType(type: string): string {
  return type.includes(' ') ? `(${type})` : type
}

function mapType(writing: Writing, value: string, raw: boolean): string {
  if (value === attributeValueShape) return raw ? 'RawAttributeMap' : 'AnsweredItem'
  return `{ readonly [name: string]: ${typeOf(writing, value, raw)} }`
}

/** On the wire, blobs are base64 text and timestamps are seconds since 1970. */
function scalarType(type: string): string {
  if (type === 'string' || type === 'blob') return 'string'
  return type === 'boolean' ? 'boolean' : 'number'
}
