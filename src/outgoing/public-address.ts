/** Which network addresses are out on the internet, and which in one's own network: what strangers' links may make this process connect to. */
import { BlockList, isIP } from 'node:net';

const notPublic = new BlockList();
const blocks: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
for (const [network, prefix] of blocks) notPublic.addSubnet(network, prefix, 'ipv4');
// Of IPv6 only global unicast is public; within it these are not, or lead to IPv4 addresses in disguise.
const reservedIpv6: readonly [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
for (const [network, prefix] of reservedIpv6) notPublic.addSubnet(network, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is public; a text that is no IP address is not. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublic.check(address, 'ipv4');
  // An address with a zone is of one link only. IPv4-mapped addresses lie outside global unicast.
  if (version !== 6 || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** By family: a list of both takes IPv4 addresses in disguise (::ffff:10.0.0.1) for what they hide. */
const ownNetworks = { ipv4: new BlockList(), ipv6: new BlockList() };
const ownIpv4: readonly [network: string, prefix: number][] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
];
for (const [network, prefix] of ownIpv4) ownNetworks.ipv4.addSubnet(network, prefix, 'ipv4');
ownNetworks.ipv6.addAddress('::1', 'ipv6');
ownNetworks.ipv6.addSubnet('fc00::', 7, 'ipv6');
/** Where clouds tell a machine its own keys, though the ranges are those of one's own network (Alibaba, Amazon). */
const cloudMetadata = new BlockList();
cloudMetadata.addAddress('100.100.100.200', 'ipv4');
cloudMetadata.addAddress('fd00:ec2::254', 'ipv6');

/** Whether an IP address may be one of the operator's own network. Link-local ones, where clouds answer with keys, are not. */
export function isOwnNetworkAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return ownNetworks[family].check(address, family) && !cloudMetadata.check(address, family);
}
