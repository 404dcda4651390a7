/**
 * Reads and writes under way whose results may be remembered, by what they are about. A read that began
 * before a change must not bring back what was there before: its ticket counts the changes since it was
 * taken, and the holder remembers nothing if there were any.
 */

export interface Ticket {
  readonly key: string
  changes: number
}

export class Tickets {
  readonly #underWay = new Map<string, Ticket[]>()

  take(key: string): Ticket {
    const ticket = { key, changes: 0 }
    const others = this.#underWay.get(key)
    if (others === undefined) this.#underWay.set(key, [ticket])
    else others.push(ticket)
    return ticket
  }

  /** To be called once for each that was taken. Returns how many changes there were. */
  giveBack(ticket: Ticket): number {
    const held = this.#underWay.get(ticket.key) ?? []
    const at = held.indexOf(ticket)
    if (at >= 0) held.splice(at, 1)
    if (held.length === 0) this.#underWay.delete(ticket.key)
    return ticket.changes
  }

  changed(key: string): void {
    const held = this.#underWay.get(key)
    if (held !== undefined) for (const ticket of held) ticket.changes++
  }
}
