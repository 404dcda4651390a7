/** A series: one metric of one account and region, told apart from others of its name by dimensions. */
import type { Scope } from '../model/arn.js'

export interface Dimension {
  readonly name: string
  readonly value: string
}

export interface SeriesId {
  readonly scope: Scope
  readonly namespace: string
  readonly metric: string
  /** In the order of their names. */
  readonly dimensions: readonly Dimension[]
}

export type Unit = 'Count' | 'Milliseconds' | 'Bytes' | 'Percent'

export function sortedDimensions(dimensions: readonly Dimension[]): readonly Dimension[] {
  return dimensions.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Equal exactly if the series are. Names and values may contain anything, so it is JSON. */
export function seriesKey({ scope, namespace, metric, dimensions }: SeriesId): string {
  const parts = dimensions.flatMap(({ name, value }) => [name, value])
  return JSON.stringify([scope.account, scope.region, namespace, metric, ...parts])
}

/** Equal exactly if the dimensions are. */
export function nameOfDimensions(dimensions: readonly Dimension[]): string {
  return JSON.stringify(dimensions.flatMap(({ name, value }) => [name, value]))
}
