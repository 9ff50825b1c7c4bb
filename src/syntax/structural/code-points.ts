export function countCodePoints(text: string): number {
  return Array.from(text).length;
}

/** The first `max` code points, with a sign of how many were left out. */
export function shortenText(text: string, max: number): string {
  if (text.length <= max) return text;
  const points = Array.from(text);
  return points.length <= max ? text : `${points.slice(0, max).join("")}…(+${points.length - max} characters)`;
}
