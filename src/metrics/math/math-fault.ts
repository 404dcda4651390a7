/** An expression that means nothing, or more than may be computed. */
export class MathFault extends Error {}
