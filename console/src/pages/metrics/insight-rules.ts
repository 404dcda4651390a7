/** The rules of Contributor Insights, which are named after what they count. */
export interface InsightRule {
  readonly name: string
  readonly label: string
}

const labels: Readonly<Record<string, string>> = {
  PKC: 'Partition keys by units',
  SKC: 'Items by units',
  PKT: 'Partition keys by throttled requests',
  SKT: 'Items by throttled requests',
}

/** In the order of the labels; a rule of another kind is shown by its name. */
export function rulesOf(names: readonly string[]): readonly InsightRule[] {
  const kinds = Object.keys(labels)
  const kindOf = (name: string) => /^DynamoDBContributorInsights-([A-Z]+)-/.exec(name)?.[1] ?? ''
  return [...names]
    .sort((a, b) => kinds.indexOf(kindOf(a)) - kinds.indexOf(kindOf(b)))
    .map((name) => ({ name, label: labels[kindOf(name)] ?? name }))
}

/** Counts are kept for a day. */
const keptSeconds = 86_400

/** As much of a range as is kept. */
export function reportSeconds(rangeSeconds: number): number {
  return Math.min(rangeSeconds, keptSeconds)
}
