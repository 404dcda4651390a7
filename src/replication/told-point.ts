/** What a member tells readers in other deployments about where it is, as text. */
import type { SourcePoint } from './change-source.js'

type ToldPoint = Omit<SourcePoint, 'heads'> & {
  readonly heads: readonly (readonly [lane: number, last: number])[]
}

export function pointText(point: SourcePoint): string {
  const told: ToldPoint = { ...point, heads: [...point.heads] }
  return JSON.stringify(told)
}

export function readPointText(text: string): SourcePoint {
  const { heads, ...point } = JSON.parse(text) as ToldPoint
  return { ...point, heads: new Map(heads) }
}
