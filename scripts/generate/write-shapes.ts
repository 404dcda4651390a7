/** Writes the input shapes of a service as the data that `src/api/` reads at run time. */
import type { Shape } from '../../src/api/shape.js'
import { header } from './header.js'
import {
  attributeValueShape,
  inputShapes,
  requireShape,
  sortedOperations,
  type ModelShape,
  type ServiceModel,
} from './service-model.js'

export function writeShapes(model: ServiceModel, constantName: string): string {
  const operations = sortedOperations(model).map(([name, { input }]) => line(name, input.shape))
  const shapes = inputShapes(model).map((name) => line(name, runtimeShape(model, name)))
  return [
    ...header,
    "import type { ServiceShapes } from '../shape.js'",
    '',
    `export const ${constantName}: ServiceShapes = {`,
    '  operations: {',
    ...operations,
    '  },',
    '  shapes: {',
    ...shapes,
    '  },',
    '}',
    '',
  ].join('\n')
}

function line(name: string, value: unknown): string {
  return `    ${name}: ${JSON.stringify(value)},`
}

function runtimeShape(model: ServiceModel, name: string): Shape {
  if (name === attributeValueShape) return { kind: 'attribute-value' }
  const shape = requireShape(model, name)
  switch (shape.type) {
    case 'structure':
      return structureShape(shape)
    case 'list':
      return { kind: 'list', ...bounds(shape), element: shape.member!.shape }
    case 'map':
      return { kind: 'map', ...bounds(shape), key: shape.key!.shape, value: shape.value!.shape }
    case 'string':
      return { kind: 'string', ...bounds(shape), pattern: shape.pattern, values: shape.enum }
    case 'integer':
    case 'long':
    case 'double':
      return { kind: shape.type, ...bounds(shape) }
    case 'boolean':
    case 'blob':
    case 'timestamp':
      return { kind: shape.type }
    default:
      throw new Error(`${name} is of type ${shape.type}, which the generator does not know`)
  }
}

function bounds({ min, max }: ModelShape): { readonly min?: number; readonly max?: number } {
  return { min, max }
}

function structureShape({ members = {}, required }: ModelShape): Shape {
  const names = Object.entries(members).map(([name, reference]) => [name, reference.shape] as const)
  return { kind: 'structure', members: Object.fromEntries(names), required }
}
