/** AWS: doubles have a fraction even if they are whole. Very large ones have an exponent instead. */
export function fractionText(value: number): string {
  const text = String(value)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}
