/**
 * The memory that requests under way may take together: bodies being received, what they are parsed
 * into, and answers until they are sent. All doors and lanes share one.
 *
 * A small request is only counted. Others hold a room, and wait for it if there is none, so a
 * server that is asked for too much becomes slow instead of running out of memory; those that have
 * waited long are refused with an error that clients retry. Large requests never take all, hence
 * small ones go on. A client that holds memory while others wait, and neither sends nor reads, loses
 * its room. A request that is alone always gets what it wants.
 */
import { monotonicClock, type Clock } from '../../stdx/clock.js'
import {
  largeRequestsShare,
  memoryCheckIntervalMs,
  memoryPerPage,
  memoryWaitersMax,
  memoryWaitMsMax,
  pageRequestsShare,
} from '../limits.js'
import { Room, type RoomKeeper } from './room.js'

export interface Waiting {
  readonly waitMsMax: number
  readonly waitersMax: number
  /** How often it is checked who is late. */
  readonly intervalMs: number
}

export const usualWaiting: Waiting = {
  waitMsMax: memoryWaitMsMax,
  waitersMax: memoryWaitersMax,
  intervalMs: memoryCheckIntervalMs,
}

export class InFlight {
  /** How much all requests together may take. */
  readonly bytesMax: number
  readonly #waitingLimits: Waiting
  readonly #clock: Clock
  #bytes = 0
  readonly #held = new Set<Room>()
  /** In the order of their arrival. */
  readonly #waiting = new Set<Room>()
  /** How many of those hold memory while they wait for more. */
  #growing = 0
  #timer: NodeJS.Timeout | undefined

  readonly #keeper: RoomKeeper = {
    tryChange: (room, bytes) => this.#tryChange(room, bytes),
    change: (room, bytes) => this.#change(room, bytes),
    wait: (room) => this.#wait(room),
    left: (room) => this.#left(room),
    now: () => this.#clock.now(),
  }

  constructor(bytesMax: number, waiting = usualWaiting, clock = monotonicClock) {
    this.bytesMax = bytesMax
    this.#waitingLimits = waiting
    this.#clock = clock
  }

  /** What is taken now. */
  get bytes(): number {
    return this.#bytes
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Counts a small request, unless nothing is left. */
  takeSmall(bytes: number): boolean {
    if (this.#bytes + bytes > this.bytesMax) return false
    this.#bytes += bytes
    return true
  }

  /** The same for a page, unless nothing is left of the share of pages. */
  takePage(bytes: number): boolean {
    if (this.#bytes + bytes > this.bytesMax * pageRequestsShare) return false
    this.#bytes += bytes
    return true
  }

  leaveSmall(bytes: number): void {
    this.#bytes -= bytes
    if (this.#waiting.size > 0) this.#admit()
  }

  /** A room that is held at once, or undefined. */
  tryEnter(bytes: number): Room | undefined {
    const room = new Room(this.#keeper, bytes)
    if (!this.#fits(room, bytes)) return undefined
    this.#hold(room, bytes)
    return room
  }

  /** A room that is held, or waits, or was refused because too many wait. */
  enter(bytes: number): Room {
    const room = new Room(this.#keeper, bytes)
    if (this.#fits(room, bytes)) this.#hold(room, bytes)
    else this.#wait(room)
    return room
  }

  /** A room for what is in memory already. */
  hold(bytes: number): Room {
    const room = new Room(this.#keeper, bytes)
    this.#hold(room, bytes)
    return room
  }

  #tryChange(room: Room, bytes: number): boolean {
    if (bytes > room.bytes && !this.#fits(room, bytes)) return false
    this.#change(room, bytes)
    return true
  }

  #change(room: Room, bytes: number): void {
    const less = bytes < room.bytes
    this.#hold(room, bytes)
    if (less && this.#waiting.size > 0) this.#admit()
  }

  #fits(room: Room, bytes: number): boolean {
    if (this.#bytes - room.bytes + bytes <= this.bytesMax * shareOf(bytes)) return true
    return this.#isNext(room)
  }

  /** If none will be left until somebody gets more, those that hold memory already come first. */
  #isNext(room: Room): boolean {
    const others = this.#held.size - this.#growing - (room.isHeld ? 1 : 0)
    return others === 0 && (this.#growing === 0 || room.bytes > 0)
  }

  #hold(room: Room, bytes: number): void {
    this.#bytes += bytes - room.bytes
    room.bytes = bytes
    room.wanted = bytes
    room.state = 'held'
    this.#held.add(room)
    this.#watch()
  }

  #wait(room: Room): void {
    if (this.#waiting.size >= this.#waitingLimits.waitersMax) return this.#refuse(room)
    room.state = 'waiting'
    room.sinceMs = this.#clock.now()
    this.#waiting.add(room)
    if (room.isGrowing) this.#growing++
    this.#watch()
  }

  #left(room: Room): void {
    this.#refuse(room)
    if (this.#waiting.size > 0) this.#admit()
  }

  #refuse(room: Room): void {
    this.#endWait(room)
    this.#held.delete(room)
    this.#bytes -= room.bytes
    room.bytes = 0
    room.settle(false)
  }

  #endWait(room: Room): void {
    if (this.#waiting.delete(room) && room.isGrowing) this.#growing--
  }

  /** A room that fits may overtake one that does not. */
  #admit(): void {
    for (const room of this.#waiting) {
      if (!this.#fits(room, room.wanted)) continue
      this.#endWait(room)
      this.#hold(room, room.wanted)
      room.settle(true)
    }
  }

  /** One timer for all rooms, which ends by itself. */
  #watch(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#check(), this.#waitingLimits.intervalMs).unref()
  }

  #check(): void {
    this.#timer = undefined
    const now = this.#clock.now()
    const lateSince = now - this.#waitingLimits.waitMsMax
    for (const room of this.#waiting) if (room.sinceMs <= lateSince) this.#refuse(room)
    for (const room of this.#held) room.cutIfLate(now, this.#waiting.size > 0)
    if (this.#waiting.size > 0) this.#admit()
    if (this.#held.size > 0 || this.#waiting.size > 0) this.#watch()
  }
}

function shareOf(bytes: number): number {
  if (bytes > memoryPerPage) return largeRequestsShare
  return bytes > memoryPerPage / 4 ? pageRequestsShare : 1
}
