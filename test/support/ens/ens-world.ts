/** A node that is mainnet to its callers, with a small ENS at the addresses of the real one. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encodeDeployData, encodeFunctionData, keccak256, parseAbi, stringToBytes } from 'viem';
import { mainnet } from 'viem/chains';
import { namehash } from 'viem/ens';
import { type Anvil, startAnvil } from '../../../demo/node/anvil.ts';
import type { Address, Hex } from '../../../src/domain/model.ts';

const abi = parseAbi([
  'constructor(address registry, address resolver)',
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner)',
  'function setResolver(bytes32 node, address resolver)',
  'function setAddr(bytes32 node, address to)',
]);
const registrarAbi = parseAbi(['function setName(string name)', 'function setResolver(address resolver)']);
const urlAbi = parseAbi(['constructor(string url)']);
const resolverAbi = parseAbi(['constructor(address registry)']);

const registry: Address = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e';
const universalResolver = mainnet.contracts.ensUniversalResolver.address;
const maker: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const trueWord: Hex = `0x${'1'.padStart(64, '0')}`;

export interface EnsWorld {
  anvil: Anvil;
  /** Makes a name, each label as it is written, lead to an address. */
  register(name: string, to: Address): Promise<void>;
  /** The address says that it is called so. */
  claim(address: Address, name: string): Promise<void>;
  /** Gives the address's reverse record, or a name, a resolver of another kind. */
  setReverseResolver(address: Address, resolver: Address): Promise<void>;
  setForwardResolver(name: string, resolver: Address): Promise<void>;
  deployResolver(kind: 'EndlessResolver' | 'RefusingResolver' | 'GarbledResolver'): Promise<Address>;
  deployOffchainResolver(url: string): Promise<Address>;
  /** From now on the Universal Resolver does not look whether names lead back. */
  believeEverything(): Promise<void>;
  /** Sends Ether, so that there is a counterparty. */
  pay(from: Address, to: Address, wei: bigint): Promise<void>;
}

interface Code {
  creation: Hex;
  runtime: Hex;
}

function compile(): Readonly<Record<string, Code>> {
  const require = createRequire(import.meta.url);
  const input = {
    language: 'Solidity',
    sources: { 'Ens.sol': { content: readFileSync(new URL('Ens.sol', import.meta.url), 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'cancun',
      outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse(require('solc').compile(JSON.stringify(input)));
  const failures = (output.errors ?? []).filter(({ severity }: { severity: string }) => severity === 'error');
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
  const codes: Record<string, Code> = {};
  for (const [name, { evm }] of Object.entries<{
    evm: Record<'bytecode' | 'deployedBytecode', { object: string }>;
  }>(output.contracts['Ens.sol'])) {
    codes[name] = { creation: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` };
  }
  return codes;
}

/** Starts the node; `anvil.stop` ends it. */
export async function startEnsWorld(): Promise<EnsWorld> {
  const codes = compile();
  const codeOf = (name: string): Code => codes[name] ?? { creation: '0x', runtime: '0x' };
  const anvil = await startAnvil({ chainId: mainnet.id, args: ['--auto-impersonate'] });
  const ask = async (method: string, params: unknown[]): Promise<unknown> => {
    const response = await fetch(anvil.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = Object(await response.json());
    if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
    return answer.result;
  };
  /** Answers when the transaction is mined, with its receipt. */
  const send = async (call: { from: Address; to?: Address; data?: Hex; value?: Hex }) => {
    await ask('anvil_setBalance', [call.from, `0x${(10n ** 20n).toString(16)}`]);
    const receipt = Object(await ask('eth_sendTransactionSync', [call]));
    if (receipt.status !== '0x1') throw new Error(`it failed: ${JSON.stringify(call)}`);
    return receipt;
  };
  const deploy = async (data: Hex): Promise<Address> => {
    const { contractAddress } = await send({ from: maker, data });
    if (contractAddress == null) throw new Error('not deployed');
    return contractAddress;
  };
  await ask('anvil_setCode', [registry, codeOf('EnsRegistry').runtime]);
  await ask('anvil_setCode', [universalResolver, codeOf('UniversalResolver').runtime]);
  // records[0x0].owner: a mapping in slot 0.
  const rootSlot = keccak256(`0x${'0'.repeat(128)}`);
  await ask('anvil_setStorageAt', [registry, rootSlot, `0x${maker.slice(2).padStart(64, '0')}`]);
  const resolver = await deploy(
    encodeDeployData({ abi: resolverAbi, bytecode: codeOf('PublicResolver').creation, args: [registry] }),
  );
  const registrar = await deploy(
    encodeDeployData({ abi, bytecode: codeOf('ReverseRegistrar').creation, args: [registry, resolver] }),
  );
  const own = async (name: string, owner: Address): Promise<void> => {
    const [label = '', ...parents] = name.split('.');
    const args = [namehash(parents.join('.')), keccak256(stringToBytes(label)), owner] as const;
    const data = encodeFunctionData({ abi, functionName: 'setSubnodeOwner', args });
    await send({ from: maker, to: registry, data });
  };
  const setResolver = (name: string, to: Address): Promise<unknown> =>
    send({
      from: maker,
      to: registry,
      data: encodeFunctionData({ abi, functionName: 'setResolver', args: [namehash(name), to] }),
    });
  await own('eth', maker);
  await own('reverse', maker);
  await own('addr.reverse', registrar);

  const ownWhole = async (name: string): Promise<void> => {
    const labels = name.split('.');
    for (let from = labels.length - 2; from >= 0; from -= 1) await own(labels.slice(from).join('.'), maker);
  };
  return {
    anvil,
    async register(name, to) {
      await ownWhole(name);
      await setResolver(name, resolver);
      const data = encodeFunctionData({ abi, functionName: 'setAddr', args: [namehash(name), to] });
      await send({ from: maker, to: resolver, data });
    },
    async claim(address, name) {
      const data = encodeFunctionData({ abi: registrarAbi, functionName: 'setName', args: [name] });
      await send({ from: address, to: registrar, data });
    },
    async setReverseResolver(address, to) {
      const data = encodeFunctionData({ abi: registrarAbi, functionName: 'setResolver', args: [to] });
      await send({ from: address, to: registrar, data });
    },
    async setForwardResolver(name, to) {
      await ownWhole(name);
      await setResolver(name, to);
    },
    deployResolver: (kind) => deploy(codeOf(kind).creation),
    deployOffchainResolver: (url) =>
      deploy(encodeDeployData({ abi: urlAbi, bytecode: codeOf('OffchainResolver').creation, args: [url] })),
    async believeEverything() {
      await ask('anvil_setStorageAt', [universalResolver, `0x${'0'.repeat(64)}`, trueWord]);
    },
    async pay(from, to, wei) {
      await send({ from, to, value: `0x${wei.toString(16)}` });
    },
  };
}
