// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

/// Sells an ERC-721 for the native token: the seller is paid by an internal call.
contract Marketplace {
    struct Offer {
        address payable seller;
        uint256 price;
    }

    mapping(IERC721 => mapping(uint256 => Offer)) public offers;

    event Sold(IERC721 indexed collection, uint256 indexed tokenId, address seller, address buyer, uint256 price);

    /// The seller keeps the token until it is bought; the marketplace must be approved.
    function list(IERC721 collection, uint256 tokenId, uint256 price) external {
        require(collection.ownerOf(tokenId) == msg.sender, "Marketplace: not the owner");
        offers[collection][tokenId] = Offer(payable(msg.sender), price);
    }

    function buy(IERC721 collection, uint256 tokenId) external payable {
        Offer memory offer = offers[collection][tokenId];
        require(offer.seller != address(0) && msg.value == offer.price, "Marketplace: no such offer");
        delete offers[collection][tokenId];
        collection.transferFrom(offer.seller, msg.sender, tokenId);
        offer.seller.transfer(msg.value);
        emit Sold(collection, tokenId, offer.seller, msg.sender, msg.value);
    }
}
