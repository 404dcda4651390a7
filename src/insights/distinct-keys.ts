/**
 * How many different keys there were, in a kilobyte (HyperLogLog of Flajolet and others, 2007): right to about 3%.
 * The registers of two add up to those of both.
 */
import { createHash } from 'node:crypto'

const indexBits = 10
const registers = 2 ** indexBits
/** For this many registers. */
const bias = 0.7213 / (1 + 1.079 / registers)

export class DistinctKeys {
  readonly registers: Uint8Array

  constructor(stored: Uint8Array = new Uint8Array(registers)) {
    this.registers = stored
  }

  add(key: string): void {
    const hash = createHash('sha1').update(key).digest()
    const index = hash.readUInt16BE(0) >> (16 - indexBits)
    const rank = Math.clz32(hash.readUInt32BE(2)) + 1
    if (rank > this.registers[index]!) this.registers[index] = rank
  }

  merge(other: DistinctKeys): void {
    other.registers.forEach((rank, i) => {
      if (rank > this.registers[i]!) this.registers[i] = rank
    })
  }

  estimate(): number {
    let sum = 0
    let empty = 0
    for (const rank of this.registers) {
      sum += 2 ** -rank
      if (rank === 0) empty++
    }
    const raw = (bias * registers * registers) / sum
    // Few keys are counted better by the registers that none has touched.
    if (raw <= 2.5 * registers && empty > 0) return registers * Math.log(registers / empty)
    return raw
  }
}
