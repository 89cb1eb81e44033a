// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// Large drawings, each computed when it is asked for: hundreds are minted for little, and burned ones revert.
contract Drawings {
    string public symbol;
    uint256 public constant padding = 22_800;
    address private owner;
    uint256 private minted;
    mapping(uint256 => bool) private burned;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    constructor(string memory symbol_) {
        symbol = symbol_;
    }

    function mint(address to, uint256 first, uint256 quantity) external {
        owner = to;
        minted = first + quantity - 1;
        for (uint256 id = first; id <= minted; id++) emit Transfer(address(0), to, id);
    }

    function burn(uint256 id) external {
        emit Transfer(owner, address(0), id);
        burned[id] = true;
    }

    /// An SVG that is not encoded, with a script, and spaces up to 23 KB.
    function tokenURI(uint256 id) external view returns (string memory) {
        require(id <= minted && !burned[id], "Drawings: no such drawing");
        bytes memory spaces = new bytes(padding);
        assembly {
            let word := 0x2020202020202020202020202020202020202020202020202020202020202020
            let end := add(add(spaces, 32), mload(spaces))
            for { let at := add(spaces, 32) } lt(at, end) { at := add(at, 32) } { mstore(at, word) }
            mstore(0x40, add(end, 64))
        }
        return string(
            bytes.concat(
                'data:application/json,{"name":"Drawing ', bytes(Strings.toString(id)),
                '","image":"data:image/svg+xml,',
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><script>document.title='owned'</script><text>",
                bytes(Strings.toString(id)), "</text>", spaces, '</svg>"}'
            )
        );
    }

    function contractURI() external pure returns (string memory) {
        return
            'data:application/json,{"name":"Large drawings","description":"Drawn on chain","image":"data:image/svg+xml,<svg/>"}';
    }
}
