/**
 * Outputs as JSON by their shapes, for services that write whole doubles and times with a fraction (`41.0`),
 * which `JSON.stringify` cannot.
 */
import type { ServiceOperation } from '../../../api/service.js'
import type { Shape, Shapes } from '../../../api/shape.js'
import { emptyBody } from '../message.js'
import { encodeTexts, scalarTexts } from './encode-texts.js'
import { fractionText } from './fraction-text.js'

type Members = Readonly<Record<string, unknown>>

/** An output without a shape has no body. */
export async function encodeByShape(
  { service: { shapes }, outputShape }: ServiceOperation,
  output: unknown,
): Promise<Buffer> {
  if (outputShape === undefined) return emptyBody
  return encodeTexts(textsOf(shapes, shapes[outputShape]!, output ?? {}))
}

function* textsOf(shapes: Shapes, shape: Shape, value: unknown): Generator<string> {
  switch (shape.kind) {
    case 'structure':
      yield* membersOf(shapes, value as Members, (name) => shape.members[name])
      break
    case 'map':
      yield* membersOf(shapes, value as Members, () => shape.value)
      break
    case 'list':
      yield* elementsOf(shapes, shapes[shape.element]!, value as readonly unknown[])
      break
    default:
      yield scalarText(shape)(value)
  }
}

function scalarText({ kind }: Shape): (value: unknown) => string {
  const hasFraction = kind === 'double' || kind === 'timestamp'
  return hasFraction ? (value) => fractionText(value as number) : (value) => JSON.stringify(value)
}

function* membersOf(
  shapes: Shapes,
  members: Members,
  shapeOf: (name: string) => string | undefined,
): Generator<string> {
  let opening = '{'
  for (const [name, value] of Object.entries(members)) {
    const shape = shapeOf(name)
    if (value === undefined || shape === undefined) continue
    yield `${opening}${JSON.stringify(name)}:`
    yield* textsOf(shapes, shapes[shape]!, value)
    opening = ','
  }
  yield opening === '{' ? '{}' : '}'
}

function* elementsOf(shapes: Shapes, element: Shape, list: readonly unknown[]): Generator<string> {
  yield '['
  if (isScalar(element)) {
    yield* scalarTexts(list, scalarText(element), ',')
  } else {
    for (const [index, each] of list.entries()) {
      if (index > 0) yield ','
      yield* textsOf(shapes, element, each)
    }
  }
  yield ']'
}

function isScalar({ kind }: Shape): boolean {
  return kind !== 'structure' && kind !== 'map' && kind !== 'list'
}
