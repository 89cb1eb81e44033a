/**
 * What the sender of a transaction paid for inclusion, in wei of the native token, from the receipt. Chains differ in what
 * stands beside gas; a field that a chain does not have is undefined.
 */

export interface FeeFacts {
  /** EIP-2718 type byte: 0x3 carries blobs, 0x7e is an OP-stack deposit. */
  type: number;
  gasUsed: bigint;
  /** From the receipt; on old nodes the transaction's gas price. */
  gasPrice: bigint;
  blobGasUsed?: bigint | undefined;
  blobGasPrice?: bigint | undefined;
  /** OP stack and Scroll. Arbitrum reports L1 costs within gasUsed and has no such field. */
  l1Fee?: bigint | undefined;
  /** OP stack since Isthmus. */
  operatorFeeScalar?: bigint | undefined;
  operatorFeeConstant?: bigint | undefined;
  /** OP stack since Jovian: present there, and the sign that the operator fee follows Jovian's formula. */
  daFootprintGasScalar?: bigint | undefined;
}

const blobTransaction = 0x3;
/** EIP-2718 type byte of an OP-stack deposit, which the parent chain sent and paid for. */
export const depositTransaction = 0x7e;

/** The network fee in wei: gas, blob gas (type 3 only), L1 data fee and operator fee. Deposits pay nothing. */
export function networkFee(facts: FeeFacts): bigint {
  if (facts.type === depositTransaction) return 0n;
  const blobFee =
    facts.type === blobTransaction ? (facts.blobGasUsed ?? 0n) * (facts.blobGasPrice ?? 0n) : 0n;
  return facts.gasUsed * facts.gasPrice + blobFee + (facts.l1Fee ?? 0n) + operatorFee(facts);
}

function operatorFee(facts: FeeFacts): bigint {
  const scalar = facts.operatorFeeScalar ?? 0n;
  const constant = facts.operatorFeeConstant ?? 0n;
  if (scalar === 0n && constant === 0n) return 0n;
  // Isthmus scales by one millionth; Jovian multiplies by 100 instead.
  const share =
    facts.daFootprintGasScalar === undefined
      ? (facts.gasUsed * scalar) / 1_000_000n
      : facts.gasUsed * scalar * 100n;
  return share + constant;
}
