// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// An ERC-721 that anyone mints, paid or free. Its metadata is inside the chain, as a data: URI.
contract Collectible is ERC721 {
    uint256 public constant price = 0.05 ether;
    address payable public immutable artist;
    uint256 public totalSupply;

    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {
        artist = payable(msg.sender);
    }

    function mint(uint256 quantity) external payable {
        require(msg.value == price * quantity, "Collectible: wrong price");
        _mintNext(msg.sender, quantity);
        artist.transfer(msg.value);
    }

    function mintFree(uint256 quantity) external {
        _mintNext(msg.sender, quantity);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireMinted(tokenId);
        string memory number = Strings.toString(tokenId);
        string memory image = Base64.encode(
            bytes.concat(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="hsl(',
                bytes(Strings.toString((tokenId * 47) % 360)),
                ',70%,60%)"/><text x="50" y="58" text-anchor="middle" font-size="24">',
                bytes(number),
                "</text></svg>"
            )
        );
        string memory json = Base64.encode(
            bytes.concat(
                '{"name":"', bytes(name()), " #", bytes(number),
                '","description":"One of a kind, on the simulated chain.","image":"data:image/svg+xml;base64,',
                bytes(image), '","attributes":[{"trait_type":"Hue","value":',
                bytes(Strings.toString((tokenId * 47) % 360)), "}]}"
            )
        );
        return string.concat("data:application/json;base64,", json);
    }

    function _mintNext(address to, uint256 quantity) private {
        for (uint256 index = 0; index < quantity; index++) _mint(to, ++totalSupply);
    }
}
