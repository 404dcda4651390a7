/** A table as commands of the AWS CLI that a POSIX shell can run one after another. */
import { shellWord } from './cli-code.js'
import type { CodePlace } from './request.js'
import type { TableSettings } from './table-settings.js'

export function tableCli(settings: TableSettings, place: CodePlace): string {
  const { TableName } = settings.create
  const table = ['--table-name', shellWord(TableName)].join(' ')
  const afterwards = [
    ...ttlCommand(settings, table),
    ...recoveryCommand(settings, table),
    ...kinesisCommands(settings, table),
  ]
  const commands = [
    ['create-table', ...createOptions(settings)],
    ...(afterwards.length === 0 ? [] : [['wait table-exists', table]]),
    ...afterwards,
  ]
  const notes = (settings.leftOut ?? []).map((part) => `# Not in these commands: ${part}.`)
  return [...notes, ...commands.map((command) => commandText(command, place))].join('\n')
}

function commandText([name, ...options]: readonly string[], place: CodePlace): string {
  const where = [
    `--region ${shellWord(place.region)}`,
    `--endpoint-url ${shellWord(place.endpoint)}`,
  ]
  return [`aws dynamodb ${name}`, ...options, ...where].join(' \\\n  ')
}

function createOptions({ create }: TableSettings): readonly string[] {
  return Object.entries(create).flatMap(([member, value]) =>
    value === undefined ? [] : [optionText(optionName(member), value)],
  )
}

function optionText(option: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? `--${option}` : `--no-${option}`
  if (typeof value === 'string') return `--${option} ${shellWord(value)}`
  return `--${option} ${shellWord(JSON.stringify(value))}`
}

/** `SSESpecification` is `--sse-specification`. */
function optionName(member: string): string {
  return member
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
}

function ttlCommand(
  { ttlAttribute }: TableSettings,
  table: string,
): readonly (readonly string[])[] {
  if (ttlAttribute === undefined) return []
  const setting = { AttributeName: ttlAttribute, Enabled: true }
  return [['update-time-to-live', table, optionText('time-to-live-specification', setting)]]
}

function recoveryCommand({ recovery }: TableSettings, table: string) {
  if (recovery === undefined) return []
  const setting = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: recovery.days }
  const option = optionText('point-in-time-recovery-specification', setting)
  return [['update-continuous-backups', table, option]]
}

function kinesisCommands({ kinesis = [] }: TableSettings, table: string) {
  return kinesis.map(({ streamArn, precision }) => {
    const setting = { ApproximateCreationDateTimePrecision: precision }
    const option = optionText('enable-kinesis-streaming-configuration', setting)
    const options = [table, `--stream-arn ${shellWord(streamArn)}`]
    return ['enable-kinesis-streaming-destination', ...options, ...(precision ? [option] : [])]
  })
}
