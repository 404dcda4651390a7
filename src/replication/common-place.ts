/** Up to where all readers of a log have read it. Pure. */
import type { ReadPlace } from './change-source.js'

export function commonPlace(places: readonly ReadPlace[]): ReadPlace {
  const nextLane = Math.max(0, ...places.map((place) => place.nextLane))
  const lanes = Array.from({ length: nextLane }, (_, lane) => lane)
  const positions = lanes.flatMap((lane) => {
    const next = Math.min(...places.map((place) => nextIn(place, lane)))
    return next === Infinity ? [] : [{ lane, next }]
  })
  return { positions, nextLane }
}

/** The next entry in a lane: the first if it is new to the reader, none if it is finished. */
function nextIn({ positions, nextLane }: ReadPlace, lane: number): number {
  const position = positions.find((each) => each.lane === lane)
  return position?.next ?? (lane >= nextLane ? 1 : Infinity)
}
