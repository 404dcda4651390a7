import { randomBytes, randomUUID } from 'node:crypto'

/** Chance as an argument, so that a failing run can be repeated from its seed. */
export interface Random {
  uuid(): string
  bytes(count: number): Uint8Array
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
}
