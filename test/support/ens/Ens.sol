// SPDX-License-Identifier: MIT
// The parts of ENS that a look-up meets: registry, reverse records and Universal Resolver, with their signatures and errors
// (github.com/ensdomains/ens-contracts). Left out: prices, wildcards, batches, and coins other than Ether.
pragma solidity ^0.8.28;

contract EnsRegistry {
    struct Record {
        address owner;
        address resolver;
        uint64 ttl;
    }

    /// Slot 0, in which a test makes itself the root's owner.
    mapping(bytes32 => Record) records;

    modifier authorised(bytes32 node) {
        require(records[node].owner == msg.sender, "not the owner");
        _;
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address owner) external authorised(node) returns (bytes32) {
        bytes32 subnode = keccak256(abi.encodePacked(node, label));
        records[subnode].owner = owner;
        return subnode;
    }

    function setResolver(bytes32 node, address resolver_) external authorised(node) {
        records[node].resolver = resolver_;
    }

    function owner(bytes32 node) external view returns (address) {
        return records[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return records[node].resolver;
    }
}

/// Anybody's records of the nodes that they own.
contract PublicResolver {
    EnsRegistry immutable registry;
    mapping(bytes32 => address) addresses;
    mapping(bytes32 => string) names;

    constructor(EnsRegistry registry_) {
        registry = registry_;
    }

    function setAddr(bytes32 node, address to) external {
        require(registry.owner(node) == msg.sender, "not the owner");
        addresses[node] = to;
    }

    function setName(bytes32 node, string calldata newName) external {
        names[node] = newName;
    }

    function addr(bytes32 node) external view returns (address) {
        return addresses[node];
    }

    function name(bytes32 node) external view returns (string memory) {
        return names[node];
    }
}

/// Owner of addr.reverse: gives every address the node of its own and lets it say any name.
contract ReverseRegistrar {
    bytes32 constant REVERSE_NODE = 0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;
    EnsRegistry immutable registry;
    PublicResolver immutable defaultResolver;

    constructor(EnsRegistry registry_, PublicResolver defaultResolver_) {
        registry = registry_;
        defaultResolver = defaultResolver_;
    }

    function setName(string calldata newName) external {
        bytes32 node = claim();
        registry.setResolver(node, address(defaultResolver));
        defaultResolver.setName(node, newName);
    }

    /// A resolver of one's own, which may do anything.
    function setResolver(address resolver) external {
        registry.setResolver(claim(), resolver);
    }

    function claim() private returns (bytes32) {
        return registry.setSubnodeOwner(REVERSE_NODE, keccak256(Hex.lower(msg.sender)), address(this));
    }
}

library Hex {
    function lower(address value) internal pure returns (bytes memory text) {
        bytes16 digits = "0123456789abcdef";
        text = new bytes(40);
        for (uint256 i = 0; i < 20; i++) {
            uint8 one = uint8(bytes20(value)[i]);
            text[2 * i] = digits[one >> 4];
            text[2 * i + 1] = digits[one & 15];
        }
    }
}

/// At the address of mainnet's Universal Resolver, over the registry at mainnet's address.
contract UniversalResolver {
    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    EnsRegistry constant registry = EnsRegistry(0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e);
    bytes4 constant OFFCHAIN_LOOKUP = bytes4(keccak256("OffchainLookup(address,string[],bytes,bytes4,bytes)"));

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory result, address resolver)
    {
        resolver = registry.resolver(namehash(name, 0));
        if (resolver == address(0)) revert ResolverNotFound(name);
        result = ask(resolver, data);
    }

    function reverseWithGateways(bytes calldata lookupAddress, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        require(coinType == 60, "only Ether");
        bytes32 reverseParent = 0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;
        bytes32 node = keccak256(abi.encodePacked(reverseParent, keccak256(Hex.lower(address(bytes20(lookupAddress))))));
        reverseResolver = registry.resolver(node);
        if (reverseResolver == address(0)) revert ResolverNotFound(lookupAddress);
        primary = abi.decode(ask(reverseResolver, abi.encodeCall(PublicResolver.name, (node))), (string));
        if (bytes(primary).length == 0) return (primary, address(0), reverseResolver);
        bytes32 forward = namehashOfText(bytes(primary));
        resolver = registry.resolver(forward);
        if (resolver == address(0)) revert ResolverNotFound(bytes(primary));
        // A copy of it that believes every record has this flag set: slot 0.
        if (believes) return (primary, resolver, reverseResolver);
        address leadsTo = abi.decode(ask(resolver, abi.encodeCall(PublicResolver.addr, (forward))), (address));
        if (leadsTo != address(bytes20(lookupAddress))) {
            revert ReverseAddressMismatch(primary, abi.encodePacked(leadsTo));
        }
    }

    bool believes;

    function ask(address resolver, bytes memory data) private view returns (bytes memory) {
        (bool isDone, bytes memory answer) = resolver.staticcall(data);
        if (isDone) return answer;
        if (answer.length >= 4 && bytes4(answer) == OFFCHAIN_LOOKUP) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        revert ResolverError(answer);
    }

    /// Of a name in DNS's form: a length before each label, 0 at the end.
    function namehash(bytes calldata name, uint256 at) private pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return 0;
        return keccak256(
            abi.encodePacked(namehash(name, at + 1 + length), keccak256(name[at + 1:at + 1 + length]))
        );
    }

    function namehashOfText(bytes memory text) private pure returns (bytes32 node) {
        uint256 end = text.length;
        while (true) {
            uint256 start = end;
            while (start > 0 && text[start - 1] != ".") start--;
            bytes memory label = new bytes(end - start);
            for (uint256 i = 0; i < label.length; i++) label[i] = text[start + i];
            node = keccak256(abi.encodePacked(node, keccak256(label)));
            if (start == 0) return node;
            end = start - 1;
        }
    }
}

/// Burns all gas that it gets.
contract EndlessResolver {
    uint256 public spent;

    fallback() external {
        for (uint256 i = 0;; i++) spent = i ^ spent;
    }
}

/// Fails with words of a node in trouble.
contract RefusingResolver {
    fallback() external {
        revert("rate limit exceeded");
    }
}

/// Answers with a word that is no text and no address.
contract GarbledResolver {
    fallback() external {
        assembly {
            mstore(0, not(0))
            return(0, 32)
        }
    }
}

/// Sends its caller to a server (EIP-3668).
contract OffchainResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    string url;

    constructor(string memory url_) {
        url = url_;
    }

    fallback() external {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, msg.data, 0x00000000, "");
    }
}
