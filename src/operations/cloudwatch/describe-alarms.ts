/** DescribeAlarms: alarms by name, prefix, state or action, in the order of names and in pages. */
import type { AlarmType } from '../../api/generated/cloudwatch-types.js'
import type { InputOf } from '../../api/services.js'
import type { Alarm, AlarmState } from '../../alarms/alarm.js'
import { ServiceError, validation } from '../../model/errors.js'
import { operation, type OperationContext } from '../operation.js'
import { requestDigest } from '../request-digest.js'
import { onAlarms, onAllAlarms } from './alarm-access.js'
import { unsupported } from './alarm-rules.js'
import { alarmShape } from './alarm-shapes.js'
import { describedAlarmsDefault, describedAlarmsPage } from './limits.js'

interface Request {
  readonly names: readonly string[] | undefined
  readonly prefix: string | undefined
  readonly types: readonly AlarmType[]
  readonly state: AlarmState | undefined
  readonly actionPrefix: string | undefined
  readonly recordsMax: number
  readonly token: string | undefined
}

export const describeAlarms = operation('cloudwatch.DescribeAlarms', {
  read: readRequest,

  access: (ctx, { names }) =>
    names === undefined
      ? onAllAlarms(ctx, 'cloudwatch:DescribeAlarms')
      : onAlarms(ctx, 'cloudwatch:DescribeAlarms', names),

  async run(ctx, request) {
    const digest = digestOf(ctx, request)
    const after = request.token === undefined ? undefined : openAfter(ctx, digest, request.token)
    const { alarms, lastName } = await pageOf(ctx, request, after)
    const output = {
      CompositeAlarms: [],
      MetricAlarms: alarms.map(alarmShape),
      LogAlarms: [],
      ...(lastName !== undefined && {
        NextToken: ctx.nextTokens.seal(digest, Buffer.from(lastName)),
      }),
    }
    return { output }
  },
})

function readRequest(input: InputOf<'cloudwatch.DescribeAlarms'>): Request {
  const { AlarmNames, AlarmNamePrefix } = input
  if (AlarmNames !== undefined && AlarmNamePrefix !== undefined) {
    throw validation('AlarmNames and AlarmNamePrefix must not both be set')
  }
  for (const name of ['ChildrenOfAlarmName', 'ParentsOfAlarmName'] as const) {
    if (input[name] !== undefined) throw unsupported(name)
  }
  return {
    names: AlarmNames,
    prefix: AlarmNamePrefix,
    types: input.AlarmTypes ?? ['MetricAlarm'],
    state: input.StateValue,
    actionPrefix: input.ActionPrefix,
    recordsMax: input.MaxRecords ?? describedAlarmsDefault,
    token: input.NextToken,
  }
}

interface Page {
  readonly alarms: readonly Alarm[]
  /** Undefined if there are no more. */
  readonly lastName: string | undefined
}

/** Filters are applied to what was read, so a page may take several reads. */
async function pageOf(
  ctx: OperationContext,
  request: Request,
  after: string | undefined,
): Promise<Page> {
  const { types, recordsMax } = request
  const found: Alarm[] = []
  // Alarms of other types cannot be made here.
  if (types.length > 0 && !types.includes('MetricAlarm')) return { alarms: [], lastName: undefined }
  for (let afterName = after; ;) {
    const page = await candidates(ctx, request, afterName)
    for (const alarm of page.alarms) {
      if (!matches(alarm, request)) continue
      if (found.length === recordsMax) return { alarms: found, lastName: found.at(-1)?.name }
      found.push(alarm)
    }
    if (page.lastName === undefined) return { alarms: found, lastName: undefined }
    afterName = page.lastName
  }
}

async function candidates(
  { alarms, caller }: OperationContext,
  { names, prefix }: Request,
  afterName: string | undefined,
): Promise<Page> {
  if (names === undefined) {
    return alarms.list(caller, { prefix, afterName, entriesMax: describedAlarmsPage })
  }
  const rest = [...new Set(names)].sort().filter((name) => name > (afterName ?? ''))
  return { alarms: await alarms.findAll(caller, rest), lastName: undefined }
}

function matches({ state, settings }: Alarm, request: Request): boolean {
  if (request.state !== undefined && state !== request.state) return false
  const { actionPrefix } = request
  if (actionPrefix === undefined) return true
  const { okActions, alarmActions, insufficientDataActions } = settings
  const actions = [...okActions, ...alarmActions, ...insufficientDataActions]
  return actions.some((action) => action.startsWith(actionPrefix))
}

function digestOf({ caller }: OperationContext, request: Request): Buffer {
  const { account, region } = caller
  const { names, prefix, types, state, actionPrefix } = request
  return requestDigest({
    describeAlarms: { account, region, names, prefix, types, state, actionPrefix },
  })
}

function openAfter({ nextTokens }: OperationContext, digest: Buffer, token: string): string {
  const found = nextTokens.find(token, digest)
  if (typeof found === 'string') throw new ServiceError('InvalidNextToken', 'Invalid NextToken')
  return found.toString()
}
