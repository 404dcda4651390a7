/**
 * `gramme trigger`: adds to, lists and removes from the triggers file, and shows logs. It only uses files,
 * whether a server runs or not; a running server notices the changes.
 */
import type { Command } from '../command.js'
import { readTriggerArguments, triggerFlags } from './trigger-arguments.js'

export const triggerCommand: Command = {
  name: 'trigger',
  summary: 'manage code that is called with the changes of a table',
  usage: [
    'trigger add <name> --table <table> --module <path> [options]',
    'trigger list',
    'trigger remove <name>',
    'trigger logs <name>',
  ],
  flags: triggerFlags,
  notes: ["Options of add are named as in Lambda's event source mappings: docs/triggers.md."],
  async run(args, environment) {
    const command = readTriggerArguments(args, environment)
    const { triggerActions } = await import('../trigger-actions.js')
    await triggerActions[command.action](command)
  },
}
