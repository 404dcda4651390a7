/** AWS: doubles have a fraction even if they are whole. Very large ones have an exponent instead. */
export function fractionText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value)
}
