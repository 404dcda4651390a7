/** The server cannot start as asked. The message is one sentence for the person who started it. */
import { StoreUnusable } from '../storage/errors.js'
import type { ListenAt } from '../wire/door.js'

export class CannotStart extends Error {
  override readonly name = 'CannotStart'

  constructor(message: string, cause: unknown) {
    super(message, { cause })
  }
}

export function cannotListen({ host, port }: ListenAt, error: unknown): CannotStart {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new CannotStart(`Port ${port} on ${host} is already in use.`, error)
    case 'EACCES':
      return new CannotStart(`This user may not listen on port ${port} of ${host}.`, error)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new CannotStart(`${host} is not an address of this machine.`, error)
    default:
      return new CannotStart(`Cannot listen on port ${port} of ${host}: ${textOf(error)}.`, error)
  }
}

export function cannotSecure(error: unknown): CannotStart {
  return new CannotStart(`${textOf(error)}.`, error)
}

export function cannotOpen(error: unknown): CannotStart {
  if (error instanceof CannotStart) return error
  if (error instanceof StoreUnusable) return new CannotStart(error.message, error)
  return new CannotStart(`The database cannot be opened: ${textOf(error)}.`, error)
}

export function stoppedWhileWaiting(error: unknown): CannotStart {
  return new CannotStart('The server was stopped while it waited for its database.', error)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
