/**
 * Outputs as JSON by their shapes, for services that write whole doubles and times with a fraction (`41.0`),
 * which `JSON.stringify` cannot. A long output is written in turns.
 */
import type { ServiceOperation } from '../../../api/service.js'
import type { Shape, Shapes } from '../../../api/shape.js'
import { nextTurn, turnIsOver } from '../../../stdx/turns.js'
import { emptyBody } from '../message.js'
import { fractionText } from './fraction-text.js'

type Members = Readonly<Record<string, unknown>>

/** An output without a shape has no body. */
export async function encodeByShape(
  { service: { shapes }, outputShape }: ServiceOperation,
  output: unknown,
): Promise<Buffer> {
  if (outputShape === undefined) return emptyBody
  const texts: string[] = []
  for (const text of textsOf(shapes, shapes[outputShape]!, output ?? {})) {
    texts.push(text)
    if (texts.length % textsPerLook === 0 && turnIsOver()) await nextTurn()
  }
  return Buffer.from(texts.join(''))
}

const textsPerLook = 1000

function* textsOf(shapes: Shapes, shape: Shape, value: unknown): Generator<string> {
  switch (shape.kind) {
    case 'structure':
      return yield* membersOf(shapes, value as Members, (name) => shape.members[name])
    case 'map':
      return yield* membersOf(shapes, value as Members, () => shape.value)
    case 'list':
      return yield* elementsOf(shapes, shapes[shape.element]!, value as readonly unknown[])
    case 'double':
    case 'timestamp':
      return yield fractionText(value as number)
    default:
      return yield JSON.stringify(value)
  }
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
  let opening = '['
  for (const each of list) {
    yield opening
    yield* textsOf(shapes, element, each)
    opening = ','
  }
  yield opening === '[' ? '[]' : ']'
}
