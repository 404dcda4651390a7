/** Units or bounds of auto scaling that are too low for what was asked. */
import type { Advice, Rule } from '../advice.js'
import { peakShareMax } from '../limits.js'
import { neededUnits } from '../scaled-throughput.js'
import { counted, shownNumber } from '../show-figures.js'
import { peakUnits, partsOfTable, type ResourceWorkload, type Traffic } from '../workload.js'

export const tooLittleCapacity: Rule = (table) =>
  table.billing === 'on-demand'
    ? []
    : partsOfTable(table).flatMap((resource) => [
        ...adviceFor(table.name, resource, 'read'),
        ...adviceFor(table.name, resource, 'write'),
      ])

function adviceFor(
  table: string,
  { indexName, reads, writes }: ResourceWorkload,
  kind: 'read' | 'write',
): readonly Advice[] {
  const traffic = kind === 'read' ? reads : writes
  const limit = traffic.scaling?.unitsMax ?? traffic.provisionedUnits ?? 0
  const peak = peakUnits(traffic)
  const refused = traffic.throttled.all - traffic.throttled.byKeyRange
  const wouldBe = traffic.wouldBeThrottled.all - traffic.wouldBeThrottled.byKeyRange
  const isShort = peak > limit * peakShareMax || (refused + wouldBe > 0 && peak > 0)
  if (!isShort) return []
  const needed = Math.max(neededUnits(peak), limit + 1)
  return [
    {
      rule: 'too-little-capacity',
      table,
      ...(indexName !== undefined && { indexName }),
      finding: `The busiest five minutes used ${shownNumber(peak)} ${kind} units a second of ${limitText(traffic)}.${throttledText(refused, wouldBe)}`,
      action:
        traffic.scaling === undefined
          ? `Provision at least ${needed} ${kind} units, or let auto scaling go that far.`
          : `Raise the maximum of auto scaling to at least ${needed} ${kind} units.`,
    },
  ]
}

function limitText({ scaling, provisionedUnits }: Traffic): string {
  return scaling === undefined
    ? `${provisionedUnits ?? 0} that are provisioned`
    : `${scaling.unitsMax} that auto scaling may provision`
}

function throttledText(refused: number, wouldBe: number): string {
  if (refused > 0) return ` ${counted(refused, 'request')} were throttled.`
  return wouldBe > 0 ? ` AWS would have throttled ${counted(wouldBe, 'request')}.` : ''
}
