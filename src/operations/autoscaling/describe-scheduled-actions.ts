/** DescribeScheduledActions: the schedules of targets. */
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { pageOfTargetParts, readDescribe, resourceIn } from './requests/paging.js'
import { describeSchedule } from './shapes/described.js'

export const describeScheduledActions = operation('autoscaling.DescribeScheduledActions', {
  read: (input) =>
    readDescribe(input, { resourceIds: resourceIn(input), names: input.ScheduledActionNames }),

  access: () => [onAnything('application-autoscaling:DescribeScheduledActions')],

  async run(ctx, request) {
    const { parts, next } = await pageOfTargetParts(ctx, request, ({ schedules }) =>
      schedules.map((part) => ({ name: part.name, part })),
    )
    const actions = parts.map(({ target, part }) => describeSchedule(target, part))
    return { output: { ScheduledActions: actions, NextToken: next } }
  },
})
