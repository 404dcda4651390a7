/** A number as Java prints a double, which is what AWS's sentences about alarms have. */
export function doubleText(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) return withExponent(value)
  const text = String(value)
  return text.includes('.') ? text : `${text}.0`
}

function withExponent(value: number): string {
  const [digits, exponent] = value.toExponential().split('e')
  const mantissa = digits!.includes('.') ? digits! : `${digits!}.0`
  return `${mantissa}E${Number(exponent)}`
}
