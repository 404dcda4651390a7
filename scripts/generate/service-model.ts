/**
 * A service model as the SDKs ship it, and the search for the shapes that its inputs or outputs
 * use.
 */
import { assert } from '../../src/stdx/assert.js'

export interface ShapeReference {
  readonly shape: string
  readonly locationName?: string
}

export interface ModelShape {
  readonly type: string
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly member?: ShapeReference
  readonly key?: ShapeReference
  readonly value?: ShapeReference
  readonly members?: { readonly [name: string]: ShapeReference }
  readonly required?: readonly string[]
  readonly flattened?: boolean
  readonly exception?: boolean
  readonly error?: { readonly code?: string; readonly httpStatusCode?: number }
}

export interface ModelOperation {
  readonly input?: ShapeReference
  readonly output?: ShapeReference
  readonly authtype?: string
}

export interface ServiceMetadata {
  readonly serviceId: string
  readonly apiVersion: string
  readonly endpointPrefix: string
  readonly signingName?: string
  readonly protocols: readonly string[]
  readonly jsonVersion?: string
  readonly targetPrefix?: string
  readonly xmlNamespace?: string
  readonly awsQueryCompatible?: object
}

export interface ServiceModel {
  readonly metadata: ServiceMetadata
  readonly operations: { readonly [name: string]: ModelOperation }
  readonly shapes: { readonly [name: string]: ModelShape }
}

/** The one shape that is written by hand, in `src/model/`: the search does not enter it. */
export const attributeValueShape = 'AttributeValue'

export function requireShape(model: ServiceModel, name: string): ModelShape {
  const shape = model.shapes[name]
  assert(shape !== undefined, 'the model names a shape it does not have', { name })
  return shape
}

/**
 * Names of all shapes reachable from the given ones, sorted, so that output does not depend on the
 * order of the search.
 */
export function reachableShapes(model: ServiceModel, roots: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  const waiting = [...roots]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    if (name !== attributeValueShape) waiting.push(...referencesOf(requireShape(model, name)))
  }
  return [...seen].sort()
}

function referencesOf(shape: ModelShape): readonly string[] {
  const members = Object.values(shape.members ?? {})
  return [...members, shape.member, shape.key, shape.value]
    .filter((reference) => reference !== undefined)
    .map((reference) => reference.shape)
}

export function inputShapes(model: ServiceModel): readonly string[] {
  const roots = Object.values(model.operations).flatMap(({ input }) => input?.shape ?? [])
  return reachableShapes(model, roots)
}

export function outputShapes(model: ServiceModel): readonly string[] {
  const roots = Object.values(model.operations).flatMap(({ output }) => output?.shape ?? [])
  return reachableShapes(model, roots)
}

export function sortedOperations(
  model: ServiceModel,
): readonly (readonly [string, ModelOperation])[] {
  return Object.keys(model.operations)
    .sort()
    .map((name) => [name, model.operations[name]!] as const)
}
