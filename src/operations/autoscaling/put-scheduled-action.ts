/** PutScheduledAction: sets the bounds of a target at certain times. */
import type { PutScheduledActionRequest } from '../../api/generated/autoscaling-types.js'
import { scheduledActionsMax } from '../../autoscaling/limits.js'
import type { ScalingTarget, ScheduledChange } from '../../autoscaling/scaling-target.js'
import { nextRun } from '../../autoscaling/next-run.js'
import { parseSchedule, type ParsedSchedule } from '../../autoscaling/parse-schedule.js'
import { isZone } from '../../autoscaling/zone-time.js'
import { limitExceeded, validation, type ServiceError } from '../../model/errors.js'
import { operation } from '../operation.js'
import { noTarget, onTarget, readTarget } from './requests/named-target.js'

/** What an update may leave out stays, except times: AWS forgets these. */
interface WantedSchedule
  extends
    Pick<ScheduledChange, 'name' | 'timezone' | 'startMs' | 'endMs' | 'min' | 'max'>,
    Partial<Pick<ScheduledChange, 'schedule' | 'parsed'>> {}

export const putScheduledAction = operation('autoscaling.PutScheduledAction', {
  read(input, ctx) {
    const id = readTarget(ctx, input)
    return { id, wanted: readWanted(input) }
  },

  access: (ctx, { id }) => onTarget(ctx, 'application-autoscaling:PutScheduledAction', id),

  async run(ctx, { id, wanted }) {
    const { targets, announce } = await ctx.scaling()
    const fresh = { id: ctx.random.uuid(), createdAtMs: ctx.clock.now() }
    await targets.change(id, (before) => {
      if (before === undefined) throw noTarget(id)
      const change = changeOf(before, wanted, fresh)
      const others = before.schedules.filter(({ name }) => name !== change.name)
      if (others.length >= scheduledActionsMax) throw tooManySchedules()
      const schedules = [...others, change].sort((a, b) => (a.name < b.name ? -1 : 1))
      return { target: { ...before, schedules }, result: undefined }
    })
    announce()
    return { output: {} }
  },
})

function readWanted(input: PutScheduledActionRequest): WantedSchedule {
  const { Schedule: schedule, Timezone: timezone, ScalableTargetAction: action } = input
  const startMs = millisOf(input.StartTime)
  const endMs = millisOf(input.EndTime)
  if (timezone !== undefined && !isZone(timezone)) {
    throw validation(`Invalid timezone: ${timezone}`)
  }
  if (startMs !== undefined && endMs !== undefined && startMs >= endMs) {
    throw validation('Start time must be before end time.')
  }
  const { MinCapacity: min, MaxCapacity: max } = action ?? {}
  if (action !== undefined) requireBounds(min, max)
  return {
    name: input.ScheduledActionName,
    ...(schedule !== undefined && { schedule, parsed: requireSchedule(schedule) }),
    ...(timezone !== undefined && { timezone }),
    ...(startMs !== undefined && { startMs }),
    ...(endMs !== undefined && { endMs }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }
}

function requireSchedule(text: string): ParsedSchedule {
  const parsed = parseSchedule(text)
  if (parsed === undefined) throw validation(`Invalid schedule expression: ${text}`)
  return parsed
}

function requireBounds(min: number | undefined, max: number | undefined): void {
  if (min === undefined && max === undefined) {
    throw validation('At least one of minimum capacity and maximum capacity should be provided')
  }
  if ((min ?? 1) < 1) throw validation('Minimum capacity must be at least 1.')
  if ((max ?? Infinity) < (min ?? 1)) {
    throw validation('Maximum capacity cannot be less than minimum capacity.')
  }
}

function changeOf(
  target: ScalingTarget,
  wanted: WantedSchedule,
  fresh: Pick<ScheduledChange, 'id' | 'createdAtMs'>,
): ScheduledChange {
  const before = target.schedules.find(({ name }) => name === wanted.name)
  const { schedule = before?.schedule, parsed = before?.parsed, timezone, ...others } = wanted
  if (schedule === undefined || parsed === undefined) {
    throw validation('A schedule must be specified when creating a scheduled action.')
  }
  const hasBounds = wanted.min !== undefined || wanted.max !== undefined
  if (!hasBounds && before === undefined) {
    throw validation('At least one of minimum capacity and maximum capacity should be provided')
  }
  const zone = timezone ?? before?.timezone
  const kept = before === undefined || hasBounds ? {} : boundsOf(before)
  const { id, createdAtMs } = before ?? fresh
  const change = {
    ...kept,
    ...others,
    ...(zone !== undefined && { timezone: zone }),
    id,
    createdAtMs,
    schedule,
    parsed,
  }
  const dueAtMs = nextRun(parsed, change, fresh.createdAtMs)
  return { ...change, ...(dueAtMs !== undefined && { dueAtMs }) }
}

function boundsOf({ min, max }: ScheduledChange) {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

function tooManySchedules(): ServiceError {
  return limitExceeded(
    `The maximum number of scheduled actions (${scheduledActionsMax}) for the scalable target has been reached.`,
  )
}

function millisOf(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}
