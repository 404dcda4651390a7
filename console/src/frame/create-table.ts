/** Makes a table with all its settings: the request, and once the table is there the calls that follow. */
import type { Client } from '../api/client.js'
import type { TableSettings } from '../code/table-settings.js'

const waitMs = 250
const attemptsMax = 2400

export async function createWholeTable(client: Client, settings: TableSettings): Promise<void> {
  const { create, ttlAttribute, recovery } = settings
  const { TableName } = create
  await client.call('dynamodb', 'CreateTable', create)
  if (ttlAttribute === undefined && recovery === undefined) return
  await untilActive(client, TableName)
  if (ttlAttribute !== undefined) {
    const TimeToLiveSpecification = { AttributeName: ttlAttribute, Enabled: true }
    await client.call('dynamodb', 'UpdateTimeToLive', { TableName, TimeToLiveSpecification })
  }
  if (recovery !== undefined) {
    const PointInTimeRecoverySpecification = {
      PointInTimeRecoveryEnabled: true,
      ...(recovery.days !== undefined && { RecoveryPeriodInDays: recovery.days }),
    }
    const input = { TableName, PointInTimeRecoverySpecification }
    await client.call('dynamodb', 'UpdateContinuousBackups', input)
  }
}

/** AWS takes seconds to make a table, and minutes if it has many indexes. */
export async function untilActive(client: Client, TableName: string): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const { Table } = await client.call('dynamodb', 'DescribeTable', { TableName })
    if (Table?.TableStatus === 'ACTIVE') return
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  throw new Error(`${TableName} is still not ACTIVE.`)
}
