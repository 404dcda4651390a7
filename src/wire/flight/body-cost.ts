/** How much memory a request is expected to take, by the length of its body. */
import { memoryPerBodyByte, requestBytesMin } from '../limits.js'

export function bodyCost(length: number): number {
  return requestBytesMin + length * memoryPerBodyByte
}
