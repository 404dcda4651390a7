/** Converts billing mode and the three kinds of throughput between wire shapes and ours. */
import type {
  BillingMode,
  OnDemandThroughput as OnDemandShape,
  ProvisionedThroughput,
  ProvisionedThroughputDescription,
  WarmThroughput as WarmShape,
} from '../../../api/generated/dynamodb-types.js'
import { unlimited, type ThroughputUnits } from '../../../catalog/rules/throughput.js'
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

export function maximaOf(input: OnDemandShape | undefined): OnDemandThroughput | undefined {
  return (
    input && { readUnitsMax: input.MaxReadRequestUnits, writeUnitsMax: input.MaxWriteRequestUnits }
  )
}

export function warmUnitsOf(input: WarmShape | undefined): Partial<WarmThroughput> | undefined {
  return input && { readUnits: input.ReadUnitsPerSecond, writeUnits: input.WriteUnitsPerSecond }
}

export function describeThroughput(throughput: Throughput): ProvisionedThroughputDescription {
  return {
    ...(throughput.lastIncreaseAtMs !== undefined && {
      LastIncreaseDateTime: throughput.lastIncreaseAtMs / 1000,
    }),
    ...(throughput.lastDecreaseAtMs !== undefined && {
      LastDecreaseDateTime: throughput.lastDecreaseAtMs / 1000,
    }),
    NumberOfDecreasesToday: throughput.decreasesToday,
    ReadCapacityUnits: throughput.readUnits,
    WriteCapacityUnits: throughput.writeUnits,
  }
}

export function describeOnDemandThroughput({
  readUnitsMax,
  writeUnitsMax,
}: OnDemandThroughput): OnDemandShape {
  return {
    MaxReadRequestUnits: readUnitsMax ?? unlimited,
    MaxWriteRequestUnits: writeUnitsMax ?? unlimited,
  }
}
