/** What is said of a figure that somebody typed: forms alone need it. */
import { readDecimal } from './decimals.ts';

/** What somebody may have meant by a figure with commas, or with marks between thousands. Several readings: nobody can tell. */
function meantBy(text: string): string[] {
  const plain = text.replace(/(?<=\d)[\s'’_](?=\d)/g, '');
  if (/^\d+,\d+$/.test(plain)) {
    const point = plain.replace(',', '.');
    return /^[1-9]\d{0,2},\d{3}$/.test(plain) ? [plain.replace(',', ''), point] : [point];
  }
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return [plain.replaceAll(',', '')];
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(plain)) return [plain.replaceAll('.', '').replace(',', '.')];
  if (/^\d{1,3}(\.\d{3}){2,}$/.test(plain)) return [plain.replaceAll('.', '')];
  if (/^[.,]\d+$/.test(plain)) return [`0.${plain.slice(1)}`];
  return [plain.replace(/[.,]$/, '')];
}

/** What is wrong with a figure that somebody typed, and how to write it; null: nothing, or nothing is typed yet. Commas are never guessed at. */
export function decimalProblem(text: string): string | null {
  if (text.trim() === '' || readDecimal(text) !== null) return null;
  const meant = meantBy(text.trim());
  if (meant.some((one) => readDecimal(one) === null)) {
    return 'Write digits, and a point before decimals: 1234.5.';
  }
  const [one = '', other] = meant;
  if (other !== undefined) return `Write ${one} or ${other}: the comma could mean either.`;
  return one.includes('.') ? `Write ${one}, with a point.` : `Write ${one}.`;
}
