/** GetTriggerLog: the last lines that a trigger and its handler have printed. */
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { triggerNotFound } from './errors.js'
import { logLinesShown } from './limits.js'

export const getTriggerLog = operation('gramme.GetTriggerLog', {
  read: ({ Name, Limit }) => ({ name: Name, linesMax: Limit ?? logLinesShown }),

  access: () => [onAnything('gramme:GetTriggerLog')],

  async run({ triggers, caller }, { name, linesMax }) {
    const tail = await (await triggers()).log(caller, name, linesMax)
    if (tail === undefined) throw triggerNotFound(name)
    return { output: { Lines: tail.entries, HasEarlierLines: tail.hasEarlier } }
  },
})
