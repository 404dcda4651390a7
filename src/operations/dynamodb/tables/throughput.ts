/** Converts billing mode and the three kinds of throughput between wire shapes and ours. */
import type {
  BillingMode,
  OnDemandThroughput as OnDemandShape,
  ProvisionedThroughput,
  ProvisionedThroughputDescription,
  WarmThroughput as WarmShape,
} from '../../../api/generated/dynamodb-types.js'
import { decreasesOn } from '../../../catalog/rules/decreases.js'
import type { ThroughputUnits } from '../../../catalog/rules/throughput.js'
import type {
  Billing,
  OnDemandThroughput,
  Throughput,
  WarmThroughput,
} from '../../../model/table.js'

export function billingModeOf(mode: BillingMode | undefined): Billing['mode'] | undefined {
  if (mode === undefined) return undefined
  return mode === 'PAY_PER_REQUEST' ? 'on-demand' : 'provisioned'
}

export function throughputUnits(
  input: ProvisionedThroughput | undefined,
): ThroughputUnits | undefined {
  return input && { readUnits: input.ReadCapacityUnits, writeUnits: input.WriteCapacityUnits }
}

/** AWS: on-demand and warm throughput without members count as absent. */
export function maximaOf(input: OnDemandShape = {}): OnDemandThroughput | undefined {
  const { MaxReadRequestUnits: readUnitsMax, MaxWriteRequestUnits: writeUnitsMax } = input
  if (readUnitsMax === undefined && writeUnitsMax === undefined) return undefined
  return { readUnitsMax, writeUnitsMax }
}

export function warmUnitsOf(input: WarmShape = {}): Partial<WarmThroughput> | undefined {
  const { ReadUnitsPerSecond: readUnits, WriteUnitsPerSecond: writeUnits } = input
  if (readUnits === undefined && writeUnits === undefined) return undefined
  return { readUnits, writeUnits }
}

export function describeThroughput(
  throughput: Throughput,
  atMs: number,
): ProvisionedThroughputDescription {
  return {
    ...(throughput.lastIncreaseAtMs !== undefined && {
      LastIncreaseDateTime: throughput.lastIncreaseAtMs / 1000,
    }),
    ...(throughput.lastDecreaseAtMs !== undefined && {
      LastDecreaseDateTime: throughput.lastDecreaseAtMs / 1000,
    }),
    NumberOfDecreasesToday: decreasesOn(throughput, atMs),
    ReadCapacityUnits: throughput.readUnits,
    WriteCapacityUnits: throughput.writeUnits,
  }
}

export function describeOnDemandThroughput({
  readUnitsMax,
  writeUnitsMax,
}: OnDemandThroughput): OnDemandShape {
  return {
    ...(readUnitsMax !== undefined && { MaxReadRequestUnits: readUnitsMax }),
    ...(writeUnitsMax !== undefined && { MaxWriteRequestUnits: writeUnitsMax }),
  }
}
